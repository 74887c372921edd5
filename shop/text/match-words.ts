import { type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { foldText } from "./fold-text.ts";

// How the back office's lists search for what was typed. Both what is typed and what is searched are folded.

const mostWords = 5;

/** The first words of a search, folded. A comma parts them like a space: "Nordmann, Ola". */
export function splitWords(text: string) {
  const words = foldText(text).split(/[\s,;]+/);
  return words.filter(Boolean).slice(0, mostWords);
}

/** A condition: the folded word is part of one of the columns, which are folded too, or numbers in ASCII. */
export function containsWord(db: Database, columns: readonly string[], word: string) {
  const position = engineOf(db) === "postgres" ? sql`strpos` : sql`instr`;
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  return sql<SqlBool>`${position}(lower(${sql.join(texts, sql` || ' ' || `)}), ${word}) > 0`;
}

/** A pattern for `like … escape '\'`: the folded text is part of a folded column. */
export function patternOf(text: string) {
  return `%${foldText(text).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
