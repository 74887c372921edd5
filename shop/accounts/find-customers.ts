import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { Schema } from "#database/schema.ts";

const mostWords = 5;
const columns = ["firstname", "lastname", "email"] as const;

/**
 * The ids of the customers in whose names or email each word of a text begins something: "ada lov" finds Ada Lovelace.
 * It reads indexes, not all customers.
 */
export function customersNamed(db: Database, text: string) {
  return db
    .selectFrom("customers")
    .select("uid")
    .where((eb) => isNamed(eb, text, { collation: collationOf(db), byIndex: true }));
}

interface Comparing {
  collation: RawBuilder<unknown>;
  byIndex: boolean;
}

/** Both engines compare byte by byte, as the indexes do. */
function collationOf(db: Database) {
  return engineOf(db) === "postgres" ? sql`collate "C"` : sql``;
}

function isNamed(eb: ExpressionBuilder<Schema, "customers">, text: string, comparing: Comparing) {
  const words = text.trim().toLowerCase().split(/\s+/, mostWords);
  return eb.and(words.map((word) => beginsSomething(eb, word, comparing)));
}

/** SQLite's lower() leaves letters beyond ASCII as they are, mostly a capital at the beginning. */
export function writtenForms(word: string) {
  return /^\p{ASCII}/u.test(word) ? [word] : [word, word.charAt(0).toUpperCase() + word.slice(1)];
}

function beginsSomething(eb: ExpressionBuilder<Schema, "customers">, word: string, { collation, byIndex }: Comparing) {
  const forms = writtenForms(word);
  return eb.or(
    columns.flatMap((column) => {
      const value = sql.ref(`customers.${column}`);
      // The indexes have lower(value), and nothing else.
      const folded = byIndex ? sql`lower(${value}) ${collation}` : sql`lower(${value} || '') ${collation}`;
      return forms.map((form) => sql<SqlBool>`(${folded} >= ${form} and ${folded} < ${`${form}\u{10ffff}`})`);
    }),
  );
}

/** Up to so many customers are looked up by an index of their names and then sorted; more are soon met in the list's own order. */
const mostNamed = 1000;

/** Which customers an owner looks for. */
export interface CustomerSearch {
  /** The beginnings of their names or email. */
  text?: string | undefined;
  /** Only those who have a role in the shop. */
  hasRole: boolean;
  sort: "newest" | "oldest";
  /** The customer that the page before ended with. */
  after?: CustomerPlace | undefined;
  limit: number;
}

/** Where a list of customers goes on: behind this one. `createdAt` is in milliseconds since 1970 (UTC). */
export interface CustomerPlace {
  uid: string;
  createdAt: number;
}

/**
 * One part of the customers that an owner looks for.
 *
 * @returns the customers, and where the list goes on; undefined at its end
 */
export async function findCustomers(db: Database, { text, hasRole, sort, after, limit }: CustomerSearch) {
  const [direction, behind] = sort === "newest" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  let query = db
    .selectFrom("customers")
    .innerJoin("user", "user.id", "customers.uid")
    .leftJoin("owners", "owners.uid", "customers.uid")
    .select(["customers.uid", "firstname", "lastname", "customers.email", "customers.createdAt", "disabledAt", "role"])
    .select("emailVerified")
    .select((eb) =>
      eb
        .selectFrom("orders")
        .select((orders) => orders.fn.countAll<number>().as("count"))
        .whereRef("orders.userId", "=", "customers.uid")
        .as("orders"),
    )
    .orderBy("customers.createdAt", direction)
    .orderBy("customers.uid", direction)
    .limit(limit + 1);
  if (text?.trim()) {
    const named = await customersNamed(db, text)
      .limit(mostNamed + 1)
      .execute();
    if (named.length === 0) return { customers: [], next: undefined };
    const uids = named.map(({ uid }) => uid);
    const comparing = { collation: collationOf(db), byIndex: false };
    query =
      uids.length > mostNamed
        ? query.where((eb) => isNamed(eb, text, comparing))
        : query.where("customers.uid", "in", uids);
  }
  if (hasRole) query = query.where("customers.uid", "in", db.selectFrom("owners").select("uid"));
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple("customers.createdAt", "customers.uid"), behind, eb.tuple(after.createdAt, after.uid)),
    );
  }
  const found = await query.execute();
  const customers = found.slice(0, limit).map(({ emailVerified, orders, ...customer }) => ({
    ...customer,
    emailVerified: Boolean(emailVerified),
    orders: orders ?? 0,
  }));
  return { customers, next: found.length > limit ? customers.at(-1) : undefined };
}

/** A customer as the shop's owner sees them; undefined when there is no such customer. Moments are milliseconds since 1970 (UTC). */
export async function readOwnersCustomer(db: Database, uid: string) {
  const row = await db
    .selectFrom("customers")
    .innerJoin("user", "user.id", "customers.uid")
    .leftJoin("owners", "owners.uid", "customers.uid")
    .select(["customers.uid", "firstname", "lastname", "customers.email", "dateOfBirth", "street", "city", "zipCode"])
    .select(["country", "profilePicture", "customers.createdAt", "disabledAt", "role", "emailVerified"])
    .where("customers.uid", "=", uid)
    .executeTakeFirst();
  return row && { ...row, emailVerified: Boolean(row.emailVerified) };
}
