import { type RawBuilder, sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { setupPurpose } from "../accounts/setup-purpose.ts";

/** A table, the column that names an account, and columns that say something of it. */
interface Source {
  table: string;
  uid: string;
  columns: string[];
}

/** Who is signed in, and the links that were emailed. A restore must not bring back what has ended since. See docs/decisions/0346. */
const access: Source[] = [
  { table: "session", uid: "userId", columns: [] },
  { table: "verification", uid: "value", columns: [] },
  { table: "emailChanges", uid: "uid", columns: [] },
];

/** How an account is signed in to, and what it may do. Its sessions and links outlive a restore only if all of it is the same. */
const credentials: Source[] = [
  { table: "user", uid: "id", columns: ["email"] },
  { table: "account", uid: "userId", columns: ["providerId", "password"] },
  { table: "customers", uid: "uid", columns: ["disabledAt"] },
  { table: "owners", uid: "uid", columns: ["role"] },
  { table: "authenticators", uid: "uid", columns: ["secret"] },
  { table: "passkeys", uid: "uid", columns: ["id"] },
];

/** Neither names an account: addresses for the first owner, and invitations to the back office. */
const setupLinks = sql<boolean>`value = ${sql.lit(setupPurpose)}`;
const invitations = "staffInvitations";
/** Each works once. */
const recoveryCodes = "recoveryCodes";

/** Brings back what was set aside, once the rows of a backup are there. */
type BringBack = () => Promise<void>;

/**
 * Sets aside who is signed in to a shop, before its rows are replaced by those of a backup. A shop without accounts has nothing to keep, and
 * gets the backup's.
 *
 * @param db a transaction that has locked all tables
 */
export async function setAccessAside(db: Database): Promise<BringBack> {
  const hasAccounts = (await db.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;
  const uids = sql.join(
    access.map(({ table, uid }) => sql`select ${sql.ref(uid)} from ${sql.table(table)}`),
    sql` union `,
  );
  for (const { table } of access) await copyAside(db, table, sql`true`);
  for (const { table, uid } of credentials) await copyAside(db, table, sql`${sql.ref(uid)} in (${uids})`);
  for (const table of [invitations, recoveryCodes]) await copyAside(db, table, sql`true`);
  return async () => {
    await db.deleteFrom("verification").where(setupLinks).execute();
    await bringBack(db, "verification", setupLinks);
    if (hasAccounts) await replaceAccess(db);
    await keepUsed(db);
    for (const { table } of [...access, ...credentials, { table: invitations }, { table: recoveryCodes }])
      await sql`drop table ${aside(table)}`.execute(db);
  };
}

async function replaceAccess(db: Database) {
  await db.deleteFrom(invitations).execute();
  await bringBack(db, invitations, sql`true`);
  const changes = credentials.flatMap(({ table, uid, columns }) => {
    const compared = sql.join([uid, ...columns].map((column) => sql.ref(column)));
    const before = sql`select ${compared} from ${aside(table)}`;
    const now = sql`select ${compared} from ${sql.table(table)} where ${sql.ref(uid)} in (select id from ${aside("user")})`;
    return [
      sql`select ${sql.ref(uid)} from (${before} except ${now}) as gone`,
      sql`select ${sql.ref(uid)} from (${now} except ${before}) as made`,
    ];
  });
  const changed = sql.join(changes, sql` union `);
  for (const { table, uid } of access) {
    const others = table === "verification" ? sql`where not (${setupLinks})` : sql``;
    await sql`delete from ${sql.table(table)} ${others}`.execute(db);
    const account = sql.ref(uid);
    await bringBack(db, table, sql`${account} in (select id from ${aside("user")}) and ${account} not in (${changed})`);
  }
}

/** A code that was used since the backup stays used. */
async function keepUsed(db: Database) {
  const used = sql`select "usedAt" from ${aside(recoveryCodes)} as before
    where before.uid = "recoveryCodes".uid and before.hash = "recoveryCodes".hash`;
  await sql`update "recoveryCodes" set "usedAt" = coalesce((${used}), "usedAt")`.execute(db);
}

function copyAside(db: Database, table: string, which: RawBuilder<unknown>) {
  return sql`create table ${aside(table)} as select * from ${sql.table(table)} where ${which}`.execute(db);
}

function bringBack(db: Database, table: string, which: RawBuilder<unknown>) {
  return sql`insert into ${sql.table(table)} select * from ${aside(table)} where ${which}`.execute(db);
}

/** Tables of their own, within the transaction: not every role may make temporary ones. */
function aside(table: string) {
  return sql.table(`${table} before the restore`);
}
