import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { isStorableText } from "../validate.ts";

const mostWords = 5;
const columns = ["firstname", "lastname", "email"] as const;

/** So many customers are looked up by their names; those of more are found soon by going through all. */
const fewCustomers = 500;

/**
 * The condition that each word of a text begins something in a customer's names or email: "ada lov" finds Ada Lovelace.
 *
 * @param uid what the customer's id is called in the query
 */
export async function areNamed(db: Database, text: string, uid: "customers.uid" | "orders.userId") {
  // Both engines compare byte by byte then, as the indexes do.
  const collation = engineOf(db) === "postgres" ? sql`collate "C"` : sql``;
  const words = text.trim().toLowerCase().split(/\s+/, mostWords);
  const parts = words.map((word) => beginsSomething(word, collation));
  const isNamed = sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
  const named = db.selectFrom("customers as named").select("uid").where(isNamed);
  const found = await named.limit(fewCustomers + 1).execute();
  if (found.length === 0) return sql<SqlBool>`false`;
  if (found.length <= fewCustomers) return sql<SqlBool>`${sql.ref(uid)} in (${sql.join(found.map(({ uid }) => uid))})`;
  // As a value: SQLite makes a join of anything else, for which it reads all customers first.
  return sql<SqlBool>`(select ${isNamed} from customers as named where named.uid = ${sql.ref(uid)})`;
}

/** How a word in small letters may stand in what SQLite's lower() gives, which leaves letters beyond ASCII as they are: mostly a capital at the beginning. */
export function writtenForms(word: string) {
  return /^\p{ASCII}/u.test(word) ? [word] : [word, word.charAt(0).toUpperCase() + word.slice(1)];
}

function beginsSomething(word: string, collation: RawBuilder<unknown>) {
  const forms = writtenForms(word);
  const ranges = columns.flatMap((column) => {
    const folded = sql`lower(${sql.ref(`named.${column}`)}) ${collation}`;
    return forms.map((form) => sql`${folded} >= ${form} and ${folded} < ${`${form}\u{10ffff}`}`);
  });
  return sql`(${sql.join(ranges, sql` or `)})`;
}

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
  if (text?.trim()) query = query.where(await areNamed(db, text, "customers.uid"));
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
  if (!isStorableText(uid)) return undefined;
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
