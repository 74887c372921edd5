import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows, jsonItems } from "#database/insert-rows.ts";
import type { NewChange } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { type CsvSeparator, csvLines } from "../files/write-csv.ts";
import { isStorableText } from "../forms/validate.ts";
import type { ShopDatabase } from "../shop.ts";
import { cutText } from "../text/cut-text.ts";
import { normalizeText } from "../text/normalize-text.ts";
import { type AddressedProduct, isAt, productAddress, readProductSegment } from "../values/product-address.ts";
import { findContradiction } from "./find-contradiction.ts";
import { matchRedirect } from "./match-redirect.ts";
import { canonicalAddress, canonicalTarget, foldCase, matchPathOf } from "./redirect-address.ts";
import { RedirectFileError, readRedirectFile } from "./redirect-file.ts";
import { maxRedirects, type Redirect, RedirectError, RedirectMap } from "./redirect-map.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Saves a redirect in the transaction of a change (`changeSettings`), or changes the one with the same `from`.
 *
 * @returns what to log
 * @throws RedirectError
 */
export async function addRedirect(transaction: Database, typed: Redirect, actor: string): Promise<NewChange> {
  const all = await readRedirects(transaction);
  const map = new RedirectMap(all);
  const { from, to } = map.add(typed);
  await saveChanged(transaction, map.settle());
  const before = all.find((redirect) => redirect.from === from)?.to ?? null;
  const action = before === null ? "added" : "changed";
  return { actor, kind: "redirect", subject: from, action, fields: { to: { before, after: to } } };
}

/** Redirects the old address of something that was renamed to an address that was free. Whatever led away from that one goes. */
export async function redirectRenamed(transaction: Database, renamed: Redirect, actor: string) {
  const to = foldCase(canonicalAddress(renamed.to) ?? "");
  const away = (await readRules(transaction, to)).filter(({ from }) => foldCase(from) === to);
  await dropRedirects(
    transaction,
    away.map(({ from }) => from),
  );
  return addRedirect(transaction, renamed, actor);
}

/**
 * Redirects former addresses of products to their IDs, in a transaction that has bumped the settings' version. Once the shop has all redirects that it may
 * have, further addresses get none.
 */
export async function redirectFormer(transaction: Database, former: AddressedProduct[]) {
  const pages = former.map(({ id }) => productAddress({ id }));
  await dropRedirects(transaction, pages);
  const room = maxRedirects - (await countRedirects(transaction));
  const changed = former.slice(0, Math.max(0, room)).map((product, index) => {
    const [from, to] = [productAddress(product), pages[index] ?? ""];
    return [canonicalAddress(from) ?? from, canonicalTarget(to) ?? to] as const;
  });
  await saveChanged(transaction, new Map(changed));
}

/** Whether so many more redirects may be added. */
export async function hasRoomForRedirects(db: Database, more: number) {
  return (await countRedirects(db)) + more <= maxRedirects;
}

async function countRedirects(db: Database) {
  const { count } = await db
    .selectFrom("redirects")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes the redirects from addresses that pages have got, where nothing follows them. */
export async function dropRedirects(transaction: Database, addresses: string[]) {
  const from = addresses.flatMap((address) => canonicalAddress(address) ?? []);
  if (from.length > 0) await transaction.deleteFrom("redirects").where("from", "in", from).execute();
}

/**
 * Those of some redirects that can be added: the shop has no other one from their addresses, and has room for them.
 *
 * @returns them, and everything that changes with them, by its `from`
 */
export async function findMissingRedirects(db: Database, wanted: Redirect[]) {
  const all = await readRedirects(db);
  const taken = new Set(all.map(({ from }) => foldCase(from)));
  const map = new RedirectMap(all);
  const added: Redirect[] = [];
  for (const redirect of wanted) {
    const from = foldCase(canonicalAddress(redirect.from) ?? "");
    if (from === "" || taken.has(from) || taken.size >= maxRedirects) continue;
    try {
      added.push(map.add(redirect));
      taken.add(from);
    } catch (error) {
      if (!(error instanceof RedirectError)) throw error;
    }
  }
  return { added, changed: map.settle() };
}

/** Adds those of some redirects that the shop lacks, in a transaction that bumps the settings' version. @returns them */
export async function addMissingRedirects(transaction: Database, wanted: Redirect[]) {
  const { added, changed } = await findMissingRedirects(transaction, wanted);
  await saveChanged(transaction, changed);
  return added;
}

/** Removes redirects, in the caller's transaction, unless they lead elsewhere by now. */
export async function dropUnchanged(transaction: Database, redirects: (readonly [from: string, { to: string }])[]) {
  const items = jsonItems(
    transaction,
    redirects.map(([from, { to }]) => [from, to]),
  );
  await sql`delete from redirects where ("from", "to") in (select value ->> 0, value ->> 1 from ${items})`.execute(
    transaction,
  );
}

/** Brings redirects back, in the transaction of an undo. What leads to them and where they lead follows. @throws RedirectError */
export async function restoreRedirects(transaction: Database, wanted: Redirect[]) {
  const map = new RedirectMap(await readRedirects(transaction));
  for (const redirect of wanted) map.add(redirect);
  await saveChanged(transaction, map.settle());
}

/** Replaces all redirects in the transaction of a change (`changeSettings`). @returns what to log @throws RedirectError which names the redirect */
export async function replaceRedirects(transaction: Database, next: Redirect[], actor: string): Promise<NewChange[]> {
  refuseContradiction(next);
  const before = await readRedirects(transaction);
  const map = new RedirectMap([]);
  for (const redirect of next) {
    try {
      map.add(redirect);
    } catch (error) {
      if (!(error instanceof RedirectError)) throw error;
      throw new RedirectError(error.field, `${cutText(redirect.from, 200)}: ${error.message}`);
    }
  }
  const changed = map.settle();
  const isSame = before.length === changed.size && before.every(({ from, to }) => changed.get(from) === to);
  if (isSame) return [];
  await transaction.deleteFrom("redirects").execute();
  await saveChanged(transaction, changed);
  const fields = { lines: { before: before.length, after: changed.size } };
  return [{ actor, kind: "redirect", subject: "file", action: "imported", fields }];
}

/** @throws RedirectError */
function refuseContradiction(redirects: Redirect[]) {
  const found = findContradiction(redirects);
  if (!found) return;
  const [from, earlier] = [found.redirect.from, found.earlier.from].map((address) => cutText(address, 200));
  throw new RedirectError("to", `${from} and ${earlier} are the same address, but lead to different ones`);
}

/** Saves one redirect. @throws RedirectError */
export async function saveRedirect(context: Context, typed: Redirect, actor: string) {
  await changeSettings(context, async (trx) => [await addRedirect(trx, typed, actor)]);
}

/** Deletes redirects by their `from`. @returns how many there were */
export async function deleteRedirects(context: Context, addresses: string[], actor: string) {
  let deleted: Redirect[] = [];
  if (addresses.length === 0) return 0;
  await changeSettings(context, async (trx) => {
    deleted = await trx.deleteFrom("redirects").where("from", "in", addresses).returning(["from", "to"]).execute();
    return deleted.map(({ from, to }) => ({
      ...{ actor, kind: "redirect" as const, subject: from, action: "deleted" },
      fields: { to: { before: to, after: null } },
    }));
  });
  return deleted.length;
}

const mostProblems = 20;

/**
 * Imports a CSV file with the columns `from` and `to`: all of it, or nothing. Whole addresses are taken too: old ones of any host, new ones of this shop's.
 *
 * @returns how many lines it has
 * @throws RedirectFileError
 */
export async function importRedirects(
  context: Context & Pick<ShopDatabase, "settings">,
  csv: Uint8Array | string,
  actor: string,
) {
  const lines = await readRedirectFile(Buffer.from(csv), context.settings.shopUrl);
  await changeSettings(context, async (trx) => {
    const map = new RedirectMap(await readRedirects(trx));
    const problems: string[] = [];
    for (const { line, ...redirect } of lines) {
      try {
        map.add(redirect);
      } catch (error) {
        if (!(error instanceof RedirectError)) throw error;
        problems.push(`Line ${line}: ${error.message}, not “${cutText(redirect[error.field], 60)}”`);
        if (problems.length === mostProblems) break;
      }
    }
    if (problems.length > 0) throw new RedirectFileError(problems);
    await saveChanged(trx, settleAll(map));
    const fields = { lines: { before: null, after: lines.length } };
    return [{ actor, kind: "redirect", subject: "file", action: "imported", fields }];
  });
  return lines.length;
}

/** All redirects as CSV. */
export async function exportRedirects(db: Database, separator?: CsvSeparator) {
  const rows = (await readRedirects(db)).map(({ from, to }) => [from, to]);
  return csvLines([["from", "to"], ...rows], separator);
}

/** All redirects, by their `from`. */
export function readRedirects(db: Database): Promise<Redirect[]> {
  return db.selectFrom("redirects").select(["from", "to"]).orderBy("from").execute();
}

/** The redirect from exactly an address; undefined without one. */
export async function readRedirect(db: Database, from: string): Promise<Redirect | undefined> {
  const redirects = db.selectFrom("redirects").select(["from", "to"]);
  return redirects.where("from", "=", canonicalAddress(from) ?? "").executeTakeFirst();
}

/**
 * Where an address leads: the redirect of its path and query, or else of its path. What the redirect doesn't name of the query is passed on. A
 * product is found by its ID too, and whatever the form of its accents.
 */
export async function findRedirect(db: Database, address: string) {
  const full = canonicalAddress(address);
  if (full === undefined) return undefined;
  let to: string | undefined;
  // A redirect may lead to a product's former address, whose own one leads to the product.
  for (let step = 0; step < 2; step++) {
    const [at = ""] = (to ?? full).split("#");
    const next = matchRedirect(await readRules(db, at), at);
    const product = await findProductPage(db, next ?? at);
    if (product) return product;
    if (next === undefined) break;
    to = next;
  }
  return to;
}

function readRules(db: Database, address: string) {
  const rules = db.selectFrom("redirects").select(["from", "to"]).where("matchPath", "=", matchPathOf(address));
  return rules.orderBy("from").execute();
}

/** The address that a product has now, with the query and fragment of the one that leads to it; undefined for other pages. */
async function findProductPage(db: Database, address: string) {
  const [path = ""] = address.split(/[?#]/);
  const segment = readProductSegment(path);
  if (!segment) return undefined;
  for (const form of new Set([segment, normalizeText(segment, "NFC"), normalizeText(segment, "NFD")])) {
    const found = (await findAddressed(db, "products", form)) ?? (await findAddressed(db, "archivedProducts", form));
    if (found) return productAddress(found) + address.slice(path.length);
  }
  return undefined;
}

function findAddressed(db: Database, table: "products" | "archivedProducts", segment: string) {
  if (!isStorableText(segment)) return undefined;
  const found = db.selectFrom(table).select(["id", "address"]).where(isAt(segment));
  // What shoppers don't see yet has no page to lead to.
  return (table === "products" ? found.where("isHidden", "=", 0) : found).executeTakeFirst();
}

/** @throws RedirectFileError */
function settleAll(map: RedirectMap) {
  try {
    return map.settle();
  } catch (error) {
    throw error instanceof RedirectError ? new RedirectFileError([error.message]) : error;
  }
}

async function saveChanged(transaction: Database, changed: Map<string, string>) {
  const rows = Array.from(changed, ([from, to]) => ({ from, to, matchPath: matchPathOf(from) }));
  for (let start = 0; start < rows.length; start += 500) {
    const some = rows.slice(start, start + 500);
    await transaction
      .deleteFrom("redirects")
      .where(
        "from",
        "in",
        some.map(({ from }) => from),
      )
      .execute();
    await insertRows(transaction, {
      table: "redirects",
      columns: ["from", "to", "matchPath"],
      rows: some,
    });
  }
}
