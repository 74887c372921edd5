import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { hasOtherSigns } from "#database/migrations/105-pairs-of-letters.ts";
import { foldText } from "./fold-text.ts";
import { singularOf } from "./search-words.ts";

// How the back office's lists search for what was typed. Both what is typed and what is searched are folded.

const mostWords = 5;
/** Of a longer word, its first letters are looked for: SQLite refuses patterns of 50,000. */
const longestWord = 200;

/** The first words of a search, folded. A comma parts them like a space: "Nordmann, Ola". */
export function splitWords(text: string) {
  const words = foldText(text).split(/[\s,;]+/);
  return words
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord));
}

/** Whether a folded word is part of a name, or both mean the same in the singular: "payments" is in "Payment instructions", "category" in "Categories". */
export function isInName(name: string, word: string) {
  const folded = foldText(name);
  const singulars = folded.split(/[^\p{L}\p{N}]+/u).map(singularOf);
  return [folded, ...singulars].some((text) => text.includes(word) || text.includes(singularOf(word)));
}

/** A condition: the folded word is part of one of the columns, which are stored folded. */
export function containsWord(db: Database, word: string, columns: readonly string[]) {
  const isPostgres = engineOf(db) === "postgres";
  const hasWord = (text: string) =>
    isPostgres ? isIndexedPart(text, word) : sql`instr(${sql.raw(text)}, ${word}) > 0`;
  return sql<SqlBool>`(${sql.join(columns.map(quoted).map(hasWord), sql` or `)})`;
}

/** "orders.zipCode" → `"orders"."zipCode"` */
function quoted(column: string) {
  return column
    .split(".")
    .map((name) => `"${name}"`)
    .join(".");
}

/**
 * A condition that PostgreSQL's index of groups of three letters answers: the folded word is part of a text. Two letters are a group with whatever follows
 * them, unless that is no ASCII: such texts have an index of their own. See docs/decisions/0374.
 *
 * @param text the indexed expression
 */
export function isIndexedPart(text: string, word: string): RawBuilder<SqlBool> {
  const searched = sql.raw(`(${text})`);
  const isPart = sql<SqlBool>`${searched} like ${patternOf(word)}`;
  if (!/^[a-z0-9]{2}$/.test(word)) return isPart;
  const isFollowed = sql`${searched} ~ ${`${word}[ -~]`} or ${searched} like ${`%${word}`}`;
  return sql`(${isFollowed} or (${sql.raw(hasOtherSigns(text))} and ${isPart}))`;
}

/** A condition that an index answers: the text starts so. @param text the indexed expression, compared by bytes */
export function startsWith(text: RawBuilder<unknown>, start: string) {
  return sql<SqlBool>`(${text} >= ${start} and ${text} < ${`${start}\u{10ffff}`})`;
}

/** A pattern for `like … escape '\'`: the folded text is part of a folded column. */
export function patternOf(text: string) {
  return `%${foldText(text).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
