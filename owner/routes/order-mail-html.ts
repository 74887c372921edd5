import { data } from "react-router";
import { readOrderMail } from "#shop/mail/order-mails.ts";
import { withLinksInTabs } from "#web/links-in-tabs.ts";
import { shopContext } from "#web/request-context.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/order-mail-html";

/** An email about an order as its customer saw it, for a frame. Nothing in it runs, wherever it is opened, and nothing but the shop's pictures is loaded. @throws 404 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  startDownload(request);
  const { db, settings } = context.get(shopContext);
  const mail = await readOrderMail({ db, settings }, params.orderNumber, params.mailId);
  if (mail?.html === undefined) throw data(null, 404);
  return new Response(withLinksInTabs(mail.html), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policyOf(settings.shopUrl),
      "X-Frame-Options": "SAMEORIGIN",
      "Referrer-Policy": "no-referrer",
    },
  });
}

function policyOf(shopUrl: string) {
  return [
    "default-src 'none'",
    `img-src 'self' ${new URL(shopUrl).origin}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-popups allow-popups-to-escape-sandbox",
  ].join("; ");
}
