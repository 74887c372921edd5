import { type Expression, type SqlBool, sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { OwnerRole } from "#database/schema.ts";
import { isStorableText } from "../forms/validate.ts";
import { splitWords, startsWith } from "../text/match-words.ts";
import { readImportedCustomer, waitingCustomers } from "./imported-customers.ts";

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
  const ranges = names.map((name) => startsWith(sql`${sql.ref(`named.${name}`)} ${collation}`, word));
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`;
}

export interface CustomerSearch {
  /** Each word starts a name or the email. */
  text?: string | undefined;
  /** Only owners and staff; otherwise they are left out unless they have ordered. See docs/decisions/0423. */
  hasRole: boolean;
  /** Only customers of the earlier shop who have no account yet. */
  isImported?: boolean;
  sort: "newest" | "oldest";
  after?: CustomerCursor | undefined;
  limit: number;
}

/** The last customer of the page before. `createdAt` is in milliseconds since 1970 (UTC). */
export interface CustomerCursor {
  uid: string;
  createdAt: number;
}

/** A customer as a line of a list. Times are milliseconds since 1970 (UTC). */
export interface FoundCustomer {
  /** The account's id, or the imported customer's. */
  uid: string;
  firstname: string;
  lastname: string;
  email: string;
  createdAt: number;
  disabledAt: number | null;
  role: OwnerRole | null;
  emailVerified: boolean;
  /** Whether it is a customer of the earlier shop, without an account. */
  isImported: boolean;
  orders: number;
  /** Those of the earlier shop. */
  pastOrders: number;
}

/**
 * One page of customers, among them those of the earlier shop who have no account yet.
 *
 * @returns `next` is the cursor of the next page; undefined on the last one
 */
export async function findCustomers(db: Database, search: CustomerSearch) {
  const { hasRole, isImported = false, sort, limit } = search;
  const accounts = isImported ? [] : await findAccounts(db, search);
  // Behind the last account of a full page, none of the others is on it.
  const last = accounts[limit];
  const waiting = hasRole ? [] : await findWaiting(db, search, last?.createdAt);
  const sign = sort === "newest" ? -1 : 1;
  const found = [...accounts, ...waiting].sort(
    (one, other) => sign * (one.createdAt - other.createdAt || (one.uid < other.uid ? -1 : 1)),
  );
  const customers = found.slice(0, limit);
  return { customers, next: found.length > limit ? customers.at(-1) : undefined };
}

async function findAccounts(db: Database, { text, hasRole, sort, after, limit }: CustomerSearch) {
  const [direction, behind] = sort === "newest" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  let query = db
    .selectFrom("customers")
    .innerJoin("user", "user.id", "customers.uid")
    .leftJoin("owners", "owners.uid", "customers.uid")
    .select(["customers.uid", "firstname", "lastname", "customers.email", "customers.createdAt", "disabledAt", "role"])
    .select("emailVerified")
    .select((eb) => [
      eb
        .selectFrom("orders")
        .select((orders) => orders.fn.countAll<number>().as("count"))
        .whereRef("orders.userId", "=", "customers.uid")
        .as("orders"),
      countPastOrders(eb.ref("customers.email")).as("pastOrders"),
    ])
    .where("customers.deletedAt", "is", null)
    .orderBy("customers.createdAt", direction)
    .orderBy("customers.uid", direction)
    .limit(limit + 1);
  if (text && splitWords(text).length > 0) query = query.where(await areNamed(db, text));
  query = hasRole ? query.where("customers.uid", "in", db.selectFrom("owners").select("uid")) : query.where(isCustomer);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple("customers.createdAt", "customers.uid"), behind, eb.tuple(after.createdAt, after.uid)),
    );
  }
  const rows = await query.execute();
  return rows.map(({ emailVerified, orders, ...customer }): FoundCustomer => {
    // An address that nobody has confirmed has no orders of the earlier shop.
    const pastOrders = emailVerified ? customer.pastOrders : 0;
    return { ...customer, pastOrders, orders: orders ?? 0, emailVerified: Boolean(emailVerified), isImported: false };
  });
}

/** A condition on accounts with their role: staff are customers once they have ordered. */
const isCustomer = sql<SqlBool>`(owners.role is null or exists (select 1 from orders where orders."userId" = customers.uid)
  or exists (select 1 from "pastOrders" where "pastOrders".email = customers.email))`;

/** @param until the moment of the last one that matters */
async function findWaiting(db: Database, { text, sort, after, limit }: CustomerSearch, until?: number) {
  const [direction, behind, notBehind] =
    sort === "newest" ? (["desc", "<", ">="] as const) : (["asc", ">", "<="] as const);
  let query = db
    .selectFrom("importedCustomers as named")
    .select(["named.id as uid", "firstname", "lastname", "named.email", "named.createdAt"])
    .select((eb) => countPastOrders(eb.ref("named.email")).as("pastOrders"))
    .where("hasAccount", "=", 0)
    .orderBy("named.createdAt", direction)
    .orderBy("named.id", direction)
    .limit(limit + 1);
  for (const word of splitWords(text ?? "")) query = query.where(startsAny(db, columns, word));
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple("named.createdAt", "named.id"), behind, eb.tuple(after.createdAt, after.uid)),
    );
  }
  if (until !== undefined) query = query.where("named.createdAt", notBehind, until);
  const none = { disabledAt: null, role: null, emailVerified: false, isImported: true, orders: 0 };
  return (await query.execute()).map((customer): FoundCustomer => ({ ...customer, ...none }));
}

function countPastOrders(email: Expression<string>) {
  return sql<number>`(select count(*) from "pastOrders" where "pastOrders".email = ${email})`;
}

/** What the earlier shop knew of a customer, beyond what an account has. */
export interface ImportedFacts {
  phone: string;
  acceptsMarketing: 0 | 1 | null;
  marketingSince: number | null;
  invitedAt: number | null;
}

/** A customer as staff see them, also one of the earlier shop without an account. Times are milliseconds since 1970 (UTC). */
export async function readOwnersCustomer(db: Database, uid: string) {
  if (!isStorableText(uid)) return undefined;
  const row = await db
    .selectFrom("customers")
    .innerJoin("user", "user.id", "customers.uid")
    .leftJoin("owners", "owners.uid", "customers.uid")
    .select(["customers.uid", "firstname", "lastname", "customers.email", "dateOfBirth", "street", "city", "zipCode"])
    .select(["country", "profilePicture", "customers.createdAt", "disabledAt", "deletedAt", "role", "emailVerified"])
    .where("customers.uid", "=", uid)
    .executeTakeFirst();
  if (!row) return readWaitingCustomer(db, uid);
  const emailVerified = Boolean(row.emailVerified);
  const imported = emailVerified ? await readImportedCustomer(db, { email: row.email }) : undefined;
  return { ...row, emailVerified, isImported: false, imported: imported && factsOf(imported) };
}

async function readWaitingCustomer(db: Database, id: string) {
  const row = await waitingCustomers(db).selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  const { firstname, lastname, email, street, city, zipCode, country, createdAt } = row;
  const none = {
    dateOfBirth: "",
    profilePicture: null,
    disabledAt: null,
    deletedAt: null,
    role: null,
    emailVerified: false,
  };
  const known = { uid: id, firstname, lastname, email, street, city, zipCode, country, createdAt };
  return { ...known, ...none, isImported: true, imported: factsOf(row) };
}

function factsOf({ phone, acceptsMarketing, marketingSince, invitedAt }: ImportedFacts): ImportedFacts {
  return { phone, acceptsMarketing, marketingSince, invitedAt };
}
