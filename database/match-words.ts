import { type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "./connect.ts";

// How the back office's lists search for what was typed. It ignores case.

const mostWords = 5;

/** The first words of a search, in lower case. A comma parts them like a space: "Nordmann, Ola". */
export function splitWords(text: string) {
  const words = text.toLowerCase().split(/[\s,;]+/);
  return words.filter(Boolean).slice(0, mostWords);
}

/** A condition: the lowercase word is part of one of the columns. */
export function containsWord(db: Database, columns: readonly string[], word: string) {
  const position = engineOf(db) === "postgres" ? sql`strpos` : sql`instr`;
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  const all = sql`lower(${sql.join(texts, sql` || ' ' || `)})`;
  const found = caseVariants(word).map((form) => sql`${position}(${all}, ${form}) > 0`);
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

/** SQLite's lower() only changes ASCII letters, so a lowercase word may still start with a capital: "øyvind", "Øyvind". */
export function caseVariants(word: string) {
  return /^\p{ASCII}/u.test(word) ? [word] : [word, word.charAt(0).toUpperCase() + word.slice(1)];
}
