import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { type SqlBool, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import { cutText } from "../cut-text.ts";
import type { NewChange } from "../owners/change-log.ts";
import { changeSettings } from "../settings/change-settings.ts";
import type { ShopDatabase } from "../shop.ts";
import { canonicalAddress } from "./redirect-address.ts";
import { maxRedirects, type Redirect, RedirectError, RedirectMap, withQuery } from "./redirect-map.ts";

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
  await saveChanged(transaction, map);
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
  const isSame = before.length === map.changed.size && before.every(({ from, to }) => map.changed.get(from) === to);
  if (isSame) return [];
  await transaction.deleteFrom("redirects").execute();
  await saveChanged(transaction, map);
  const fields = { lines: { before: before.length, after: map.changed.size } };
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

/** A CSV file that can't be imported. The messages name its lines. */
export class RedirectFileError extends Error {
  override name = "RedirectFileError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

const mostProblems = 20;

/**
 * Imports a CSV file with the columns `from` and `to`: all of it, or nothing.
 *
 * @returns how many lines it has
 * @throws RedirectFileError
 */
export async function importRedirects(context: Context, csv: string, actor: string) {
  const lines = parseFile(csv);
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
    await saveChanged(trx, map);
    const fields = { lines: { before: null, after: lines.length } };
    return [{ actor, kind: "redirect", subject: "file", action: "imported", fields }];
  });
  return lines.length;
}

/** A file's redirects, with the line that each ends on. */
function parseFile(csv: string): (Redirect & { line: number })[] {
  const wanted = "Use a CSV file with the columns from and to";
  try {
    const rows = parse(csv, {
      ...{ bom: true, columns: true, trim: true, skip_empty_lines: true, info: true, to: maxRedirects + 1 },
    }) as unknown as { record: Partial<Redirect>; info: { lines: number } }[];
    const [first] = rows;
    if (first?.record.from === undefined || first.record.to === undefined) throw new Error(wanted);
    if (rows.length > maxRedirects) throw new Error("A file may have 10,000 lines");
    return rows.map(({ record: { from = "", to = "" }, info: { lines: line } }) => ({ from, to, line }));
  } catch (error) {
    const isOurs = (error as { code?: string }).code === undefined;
    throw new RedirectFileError([isOurs ? (error as Error).message : `${wanted}: ${(error as Error).message}`]);
  }
}

/** All redirects as CSV. */
export async function exportRedirects(db: Database) {
  return stringify(await readRedirects(db), { header: true, columns: ["from", "to"], record_delimiter: "windows" });
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
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const isIn = (column: "from" | "to") => sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
  return db
    .selectFrom("redirects")
    .select(["from", "to"])
    .where("from", ">", after)
    .$if(text !== "", (query) => query.where(({ or }) => or([isIn("from"), isIn("to")])))
    .orderBy("from")
    .limit(limit)
    .execute();
}

/** Where an address leads: the redirect of its path and query, or else of its path, which keeps the query. */
export async function findRedirect(db: Database, address: string) {
  const full = canonicalAddress(address);
  if (full === undefined) return undefined;
  const [path = "", query = ""] = full.split("?");
  const rows = await db
    .selectFrom("redirects")
    .selectAll()
    .where("from", "in", [...new Set([full, path])])
    .execute();
  const exact = rows.find(({ from }) => from === full);
  return exact || !rows[0] ? exact?.to : withQuery(rows[0].to, query);
}

async function saveChanged(transaction: Database, { changed }: RedirectMap) {
  const rows = Array.from(changed, ([from, to]) => ({ from, to }));
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
    await insertRows(transaction, { table: "redirects", columns: ["from", "to"], json: JSON.stringify(some) });
  }
}
