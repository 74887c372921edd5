import type { LiveSettings } from "#shop/shop.ts";
import { isLocalAddress } from "#shop/values/local-address.ts";

/** The address that an owner's browser used, as far as proxies tell. It is only shown to the owner who sent it. */
export function browserAddress({ headers }: Request, url: URL) {
  const forwarded = (name: string) => headers.get(name)?.split(",")[0]?.trim();
  const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : url.protocol.replace(":", "");
  return URL.parse(`${scheme}://${forwarded("x-forwarded-host") ?? url.host}`)?.origin ?? url.origin;
}

/**
 * Whether customers can use the shop's address, which only the environment has: see docs/decisions/0345.
 *
 * @param browser the address that the owner's browser used
 * @returns what is wrong, and the line to set; undefined if nothing is
 */
export function checkWebAddress({ shopUrl }: Pick<LiveSettings, "shopUrl">, browser: string) {
  const { origin, host } = new URL(shopUrl);
  const isElsewhere = !isLocalAddress(browser) && browser !== origin;
  if (isLocalAddress(shopUrl)) {
    const line = `SHOP_URL=https://${isElsewhere ? new URL(browser).hostname : "shop.example.com"}`;
    const opened = isElsewhere ? `You opened the shop at ${browser}, but links` : "Links";
    return { text: `${opened} in emails lead to ${shopUrl}, which is the machine itself.`, line };
  }
  if (!shopUrl.startsWith("https:")) {
    const text = `Passwords are sent unencrypted to ${shopUrl}. Put a proxy with HTTPS in front of the shop.`;
    return { text, line: `SHOP_URL=https://${host}` };
  }
  if (isElsewhere) {
    const text = `You opened the shop at ${browser}, but its address is ${shopUrl}. If yours is right, it is set by the line below.`;
    return { text, line: `SHOP_URL=${browser}` };
  }
  return undefined;
}
