import { type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { isStorableText } from "../forms/validate.ts";
import { splitWords } from "../text/match-words.ts";

const columns = ["firstnameKey", "lastnameKey", "emailKey"] as const;

/** With more matches than this, a scan in the sort's order finds the first page sooner. */
const fewCustomers = 500;

/** A condition on `customers`: each word of the text starts a first name, last name or email. "ada lov" and "lovelace, ada" find Ada Lovelace. */
async function areNamed(db: Database, text: string) {
  const isNamed = sql<SqlBool>`(${sql.join(
    splitWords(text).map((word) => startsAny(db, columns, word)),
    sql` and `,
  )})`;
  const found = await db
    .selectFrom("customers as named")
    .select("uid")
    .where(isNamed)
    .limit(fewCustomers + 1)
    .execute();
  if (found.length === 0) return sql<SqlBool>`false`;
  if (found.length <= fewCustomers) {
    return sql<SqlBool>`${sql.ref("customers.uid")} in (${sql.join(found.map(({ uid }) => uid))})`;
  }
  // A scalar subquery: SQLite turns any other form into a join that reads all customers first.
  return sql<SqlBool>`(select ${isNamed} from customers as named where named.uid = ${sql.ref("customers.uid")})`;
}

/** A condition on `customers as named`: the folded word starts one of the columns. */
export function startsAny(db: Database, names: readonly (typeof columns)[number][], word: string) {
  // The indexes compare bytes.
  const collation = engineOf(db) === "postgres" ? sql`collate "C"` : sql``;
  const ranges = names.map((name) => {
    const column = sql`${sql.ref(`named.${name}`)} ${collation}`;
    return sql`${column} >= ${word} and ${column} < ${`${word}\u{10ffff}`}`;
  });
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`;
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
  if (text && splitWords(text).length > 0) query = query.where(await areNamed(db, text));
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
