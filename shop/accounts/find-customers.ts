import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { isStorableText } from "../validate.ts";

const mostWords = 5;
const columns = ["firstname", "lastname", "email"] as const;

/** With more matches than this, a scan in the sort's order finds the first page sooner. */
const fewCustomers = 500;

/**
 * A condition: each word of the text starts a customer's first name, last name or email. "ada lov" finds Ada Lovelace.
 *
 * @param uid the column that holds the customer's id
 */
export async function areNamed(db: Database, text: string, uid: "customers.uid" | "orders.userId") {
  // The indexes compare bytes.
  const collation = engineOf(db) === "postgres" ? sql`collate "C"` : sql``;
  const words = text.trim().toLowerCase().split(/\s+/, mostWords);
  const parts = words.map((word) => startsAnyColumn(word, collation));
  const isNamed = sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
  const named = db.selectFrom("customers as named").select("uid").where(isNamed);
  const found = await named.limit(fewCustomers + 1).execute();
  if (found.length === 0) return sql<SqlBool>`false`;
  if (found.length <= fewCustomers) return sql<SqlBool>`${sql.ref(uid)} in (${sql.join(found.map(({ uid }) => uid))})`;
  // A scalar subquery: SQLite turns any other form into a join that reads all customers first.
  return sql<SqlBool>`(select ${isNamed} from customers as named where named.uid = ${sql.ref(uid)})`;
}

/** SQLite's lower() only changes ASCII letters, so a lowercase word may still start with a capital: "øyvind", "Øyvind". */
export function caseVariants(word: string) {
  return /^\p{ASCII}/u.test(word) ? [word] : [word, word.charAt(0).toUpperCase() + word.slice(1)];
}

function startsAnyColumn(word: string, collation: RawBuilder<unknown>) {
  const forms = caseVariants(word);
  const ranges = columns.flatMap((column) => {
    const folded = sql`lower(${sql.ref(`named.${column}`)}) ${collation}`;
    return forms.map((form) => sql`${folded} >= ${form} and ${folded} < ${`${form}\u{10ffff}`}`);
  });
  return sql`(${sql.join(ranges, sql` or `)})`;
}

export interface CustomerSearch {
  /** Each word starts a name or the email. */
  text?: string | undefined;
  /** Only owners and staff. */
  hasRole: boolean;
  sort: "newest" | "oldest";
  after?: CustomerCursor | undefined;
  limit: number;
}

/** The last customer of the page before. `createdAt` is in milliseconds since 1970 (UTC). */
export interface CustomerCursor {
  uid: string;
  createdAt: number;
}

/** One page of customers. @returns `next` is the cursor of the next page; undefined on the last one */
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

/** A customer as staff see them. Times are milliseconds since 1970 (UTC). */
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
