import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { cutText } from "../cut-text.ts";
import { type CsvSeparator, csvLines } from "../files/write-csv.ts";
import { foldText } from "../fold-text.ts";
import type { NewChange } from "../owners/change-log.ts";
import { changeSettings } from "../settings/change-settings.ts";
import type { ShopDatabase } from "../shop.ts";
import { matchRedirect } from "./match-redirect.ts";
import { canonicalAddress, matchPathOf } from "./redirect-address.ts";
import { RedirectFileError, readRedirectFile } from "./redirect-file.ts";
import { type Redirect, RedirectError, RedirectMap } from "./redirect-map.ts";

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
  await transaction
    .deleteFrom("redirects")
    .where("from", "=", canonicalAddress(renamed.to) ?? "")
    .execute();
  return addRedirect(transaction, renamed, actor);
}

/** Replaces all redirects in the transaction of a change (`changeSettings`). @returns what to log @throws RedirectError which names the redirect */
export async function replaceRedirects(transaction: Database, next: Redirect[], actor: string): Promise<NewChange[]> {
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

/** Part of the redirects with a text in them. @param after the `from` that the part before ended with */
export async function findRedirects(
  db: Database,
  { text, after, limit }: { text: string; after: string; limit: number },
) {
  const all = db.selectFrom("redirects").select(["from", "to"]).where("from", ">", after).orderBy("from");
  if (text === "") return all.limit(limit).execute();
  const part = foldAddress(text);
  const redirects = await all.execute();
  return redirects
    .filter(({ from, to }) => [from, to].some((each) => foldAddress(each).includes(part)))
    .slice(0, limit);
}

/** An address, or a part of one, as searches compare it: "/caf%C3%A9" and "/Café" are "/cafe". */
function foldAddress(text: string) {
  return foldText(
    text.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll("%", ""), "hex").toString()),
  );
}

/** Where an address leads: the redirect of its path and query, or else of its path. What the redirect doesn't name of the query is passed on. */
export async function findRedirect(db: Database, address: string) {
  const full = canonicalAddress(address);
  if (full === undefined) return undefined;
  const rules = await db
    .selectFrom("redirects")
    .select(["from", "to"])
    .where("matchPath", "=", matchPathOf(full))
    .orderBy("from")
    .execute();
  return matchRedirect(rules, full);
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
      json: JSON.stringify(some),
    });
  }
}
