import type { Database } from "#database/connect.ts";
import { canonicalAddress, canonicalTarget } from "./redirect-address.ts";

export const maxRedirects = 10_000;

/** A redirect that can't be saved. The message is for the owner. */
export class RedirectError extends Error {
  readonly field: "from" | "to";

  constructor(field: "from" | "to", message: string) {
    super(message);
    this.name = "RedirectError";
    this.field = field;
  }
}

/**
 * Saves a redirect, or changes the one with the same `from`. No redirect leads to another one: this one gets its target's target, and those
 * that led to its `from` get its own. Call it in `changeSettings`, so that such changes happen one at a time.
 */
export async function addRedirect(transaction: Database, typed: { from: string; to: string }) {
  const from = canonicalAddress(typed.from);
  const wanted = canonicalTarget(typed.to);
  if (from === undefined || typed.from.includes("#")) throw new RedirectError("from", "Use a path such as /old-page");
  if (/^\/(owner(\/|\?|$)|$)/i.test(from)) throw new RedirectError("from", "This address can't be redirected");
  if (wanted === undefined) throw new RedirectError("to", "Use a path on this shop such as /new-page");
  const to = (await findRedirect(transaction, wanted)) ?? wanted;
  const isLoop = covers(from, wanted) || covers(from, to);
  if (isLoop) throw new RedirectError("to", "This redirect would lead back to itself");
  await transaction
    .insertInto("redirects")
    .values({ from, to })
    .onConflict((conflict) => conflict.column("from").doUpdateSet({ to }))
    .execute();
  await redirectOn(transaction, from);
  const { count } = await transaction
    .selectFrom("redirects")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) > maxRedirects) throw new RedirectError("from", "The shop already has 10,000 redirects");
  return { from, to };
}

/** Where an address leads: the redirect of its path and query, or else of its path, which keeps the query. */
export async function findRedirect(db: Database, address: string) {
  const full = canonicalAddress(address);
  if (full === undefined) return undefined;
  const [path = "", query] = full.split("?");
  const rows = await db
    .selectFrom("redirects")
    .selectAll()
    .where("from", "in", [...new Set([full, path])])
    .execute();
  const exact = rows.find(({ from }) => from === full);
  if (exact || !rows[0]) return exact?.to;
  return query ? withQuery(rows[0].to, query) : rows[0].to;
}

/** Whether a redirect from one address matches another. */
function covers(from: string, address: string) {
  const full = canonicalAddress(address) ?? "";
  return full === from || full.split("?")[0] === from;
}

/** Lets redirects that lead to this address lead to its target. */
async function redirectOn(transaction: Database, from: string) {
  const others = await transaction.selectFrom("redirects").selectAll().where("from", "!=", from).execute();
  for (const other of others.filter(({ to }) => covers(from, to))) {
    const to = await findRedirect(transaction, other.to);
    if (to === undefined) continue;
    if (covers(other.from, to))
      throw new RedirectError("to", `This redirect and the one from ${other.from} form a loop`);
    await transaction.updateTable("redirects").set({ to }).where("from", "=", other.from).execute();
  }
}

function withQuery(to: string, query: string) {
  const [address = "", fragment] = to.split("#");
  const joined = `${address}${address.includes("?") ? "&" : "?"}${query}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
