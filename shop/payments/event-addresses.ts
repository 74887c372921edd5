import type { Database } from "#database/connect.ts";
import { seal, unseal } from "../secrets/seal.ts";
import type { EventAddresses, EventKey, PaymentProvider } from "./provider.ts";

interface Context {
  db: Database;
  settings: { shopUrl: string; authSecret: string };
  now: () => Date;
}

/** Where a provider's events arrive. */
function eventUrl({ shopUrl }: Context["settings"], provider: string) {
  return `${shopUrl}/payments/${provider}`;
}

/** What a provider's events are verified by; undefined until the shop has told it its address, or after it got another secret (`AUTH_SECRET`). */
export async function readEventKey({ db, settings }: Context, provider: string): Promise<EventKey | undefined> {
  const saved = await readSaved(db, provider);
  const secret = saved && unseal(saved.secret, settings.authSecret);
  return saved && secret !== undefined ? { url: saved.url, secret } : undefined;
}

function readSaved(db: Database, provider: string) {
  return db.selectFrom("eventAddresses").selectAll().where("provider", "=", provider).executeTakeFirst();
}

/**
 * Tells a provider where to send its events, unless it knows: at the first start, with another address or `AUTH_SECRET`, and after the provider
 * has removed an address that didn't answer for long. One process at a time may do it. See docs/decisions/0287.
 *
 * @throws what the provider answered
 */
export async function keepEventAddress(
  shop: Context,
  { name, eventAddresses }: Pick<PaymentProvider, "name" | "eventAddresses">,
) {
  if (!eventAddresses) return;
  const url = eventUrl(shop.settings, name);
  const before = await readSaved(shop.db, name);
  const known = await eventAddresses.list();
  const isUsable = before !== undefined && (await isRegistered(shop, name, async () => known));
  const kept = isUsable ? before.externalId : await addEventAddress(shop, { name, eventAddresses, url });
  // A process that died before it saved the secret has left one whose events can't be verified.
  const outdated = known.filter(({ id, url: of }) => id !== kept && (of === url || id === before?.externalId));
  for (const { id } of outdated) await eventAddresses.remove(id);
}

/** Whether a provider has the shop's address, and the shop the secret of its events. */
async function isRegistered(shop: Context, provider: string, list: EventAddresses["list"]) {
  const saved = await readSaved(shop.db, provider);
  if (saved?.url !== eventUrl(shop.settings, provider)) return false;
  if ((await readEventKey(shop, provider)) === undefined) return false;
  return (await list()).some(({ id }) => id === saved.externalId);
}

/**
 * Looks whether a provider knows where to send its events; changes nothing.
 *
 * @returns the address, and whether it is registered; undefined where the owner enters it at the provider
 * @throws what the provider answered
 */
export async function findEventAddress(
  shop: Context,
  { name, eventAddresses }: Pick<PaymentProvider, "name" | "eventAddresses">,
) {
  if (!eventAddresses) return undefined;
  const isKnown = await isRegistered(shop, name, () => eventAddresses.list());
  return { url: eventUrl(shop.settings, name), isRegistered: isKnown };
}

async function addEventAddress(
  { db, settings, now }: Context,
  { name: provider, eventAddresses, url }: { name: string; eventAddresses: EventAddresses; url: string },
) {
  const { id: externalId, secret } = await eventAddresses.add(url);
  const columns = { url, externalId, secret: seal(secret, settings.authSecret), createdAt: now().getTime() };
  await db
    .insertInto("eventAddresses")
    .values({ provider, ...columns })
    .onConflict((conflict) => conflict.column("provider").doUpdateSet(columns))
    .execute();
  return externalId;
}
