import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { foldText } from "./fold-text.ts";

// How the back office's lists search for what was typed. Both what is typed and what is searched are folded.

const mostWords = 5;

/** The first words of a search, folded. A comma parts them like a space: "Nordmann, Ola". */
export function splitWords(text: string) {
  const words = foldText(text).split(/[\s,;]+/);
  return words.filter(Boolean).slice(0, mostWords);
}

/**
 * A condition: the folded word is part of one of the columns.
 *
 * @param folded texts that are stored folded
 * @param numbers in ASCII, as they were typed; null if there is none
 */
export function containsWord(db: Database, word: string, folded: readonly string[], numbers: readonly string[] = []) {
  const isPostgres = engineOf(db) === "postgres";
  const hasWord = (text: RawBuilder<unknown>) =>
    // PostgreSQL's indexes of parts are for this.
    isPostgres ? sql`${text} like ${patternOf(word)}` : sql`instr(${text}, ${word}) > 0`;
  // Putting long texts in lower case again would double the time of a search.
  const texts = [
    ...folded.map((column) => sql.ref(column)),
    ...numbers.map((column) => sql`lower(coalesce(${sql.ref(column)}, ''))`),
  ];
  return sql<SqlBool>`(${sql.join(texts.map(hasWord), sql` or `)})`;
}

/** A pattern for `like … escape '\'`: the folded text is part of a folded column. */
export function patternOf(text: string) {
  return `%${foldText(text).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
