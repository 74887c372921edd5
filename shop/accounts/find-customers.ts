import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";

const mostWords = 5;
const columns = ["firstname", "lastname", "email"] as const;

/**
 * That each word of a text begins something in a customer's names or email: "ada lov" finds Ada Lovelace.
 *
 * @param byIndex whether customers are to be looked up by it; otherwise it is asked of those that a query has come to
 */
export function isNamed(db: Database, text: string, { byIndex }: { byIndex: boolean }) {
  // Both engines compare byte by byte then, as the indexes do.
  const collation = engineOf(db) === "postgres" ? sql`collate "C"` : sql``;
  const words = text.trim().toLowerCase().split(/\s+/, mostWords);
  return sql<SqlBool>`(${sql.join(
    words.map((word) => beginsSomething(word, collation, byIndex)),
    sql` and `,
  )})`;
}

/** The ids of the customers who are named so. */
export async function findCustomerIds(db: Database, text: string, limit: number) {
  const named = db
    .selectFrom("customers")
    .select("uid")
    .where(isNamed(db, text, { byIndex: true }))
    .limit(limit);
  return (await named.execute()).map(({ uid }) => uid);
}

function beginsSomething(word: string, collation: RawBuilder<unknown>, byIndex: boolean) {
  // SQLite's lower() leaves letters beyond ASCII as they are, mostly a capital at the beginning.
  const forms = new Set([word, word.charAt(0).toUpperCase() + word.slice(1)]);
  const ranges = columns.flatMap((column) => {
    const indexed = sql`lower(${sql.ref(`customers.${column}`)}) ${collation}`;
    const folded = byIndex ? indexed : sql`(${indexed} || '')`;
    return Array.from(forms, (form) => sql`${folded} >= ${form} and ${folded} < ${`${form}\u{10ffff}`}`);
  });
  return sql`(${sql.join(ranges, sql` or `)})`;
}
