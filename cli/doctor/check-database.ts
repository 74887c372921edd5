import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { followDatabaseClock } from "#database/database-clock.ts";
import { isCurrent, migrations } from "#database/migrate.ts";
import { type ReplicaState, readReplicaState } from "#database/read-replica.ts";
import { messageOf } from "#shop/errors.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

const oldestPostgres = 15;
/** Each process opens so many at most. */
const connectionsPerProcess = 10;
/** Milliseconds. NTP keeps clocks within a few. */
const noticeableOffsetMs = 1000;
/** Milliseconds. The shop goes by the database's clock, but its log and the machine's other programs don't. */
const wrongOffsetMs = 60_000;

/** A check that only PostgreSQL needs. */
const onPostgres = (name: string, look: (setup: Setup) => Promise<Result>): Check => ({
  name,
  needsDatabase: true,
  look: (setup) => (setup.connection.engine === "postgres" ? look(setup) : ok("Nothing to check on SQLite")),
});

export const databaseChecks: Check[] = [
  onPostgres("PostgreSQL", checkServer),
  onPostgres("Rights", ({ connection }) => checkRights(connection.db)),
  onPostgres("Extensions", ({ connection }) => checkExtensions(connection.db)),
  onPostgres("Pooler", ({ connection }) => checkPooler(connection.db)),
  onPostgres("Clock", async ({ connection }) => describeOffset(await followDatabaseClock(connection.db))),
  onPostgres("Replica", checkReplica),
  { name: "Migrations", needsDatabase: true, look: checkMigrations },
];

async function checkServer({ config, connection: { db } }: Setup): Promise<Result> {
  const { rows } = await sql<PostgresServer>`select
    cast(current_setting('server_version_num') as integer) as version, current_setting('server_version') as text,
    pg_is_in_recovery() as "isReplica", cast(current_setting('max_connections') as integer) as most`.execute(db);
  return describeServer(rows[0] as PostgresServer, connectionsPerProcess * config.processes);
}

interface PostgresServer {
  /** 150004 is 15.4. */
  version: number;
  text: string;
  isReplica: boolean;
  /** Connections that it allows in all. */
  most: number;
}

/** @param wanted the connections that this machine may open */
export function describeServer({ version, text, isReplica, most }: PostgresServer, wanted: number): Result {
  if (version < oldestPostgres * 10_000)
    return problem(`Version ${text}`, `Upgrade PostgreSQL to ${oldestPostgres} or newer.`);
  if (isReplica) return problem("It is a replica, which takes no orders", "Set DATABASE_URL to the primary server.");
  if (wanted > most) {
    return warning(
      `This machine may open ${wanted} connections, and the server allows ${most} in all`,
      "Raise max_connections, lower WEB_CONCURRENCY, or put a pooler in between.",
    );
  }
  return ok(`Version ${text}`);
}

async function checkRights(db: Database): Promise<Result> {
  const { rows } = await sql<{ role: string; isSuper: boolean; schema: string; mayCreate: boolean; foreign: number }>`
    select rolname as role, rolsuper as "isSuper", current_schema() as schema,
      has_schema_privilege(current_schema(), 'create') as "mayCreate",
      (select count(*) from pg_tables where schemaname = current_schema() and not pg_has_role(tableowner, 'member')) as foreign
    from pg_roles where rolname = current_user`.execute(db);
  const { role = "", isSuper, schema, mayCreate, foreign = 0 } = rows[0] ?? {};
  if (!mayCreate) {
    return problem(
      `The role ${role} may not make tables, which upgrades do`,
      `As the database's owner: grant create on schema ${schema ?? "public"} to "${role}".`,
    );
  }
  if (Number(foreign) > 0) {
    return problem(
      `${foreign} tables belong to another role, so upgrades can't change them`,
      `As a superuser: reassign owned by … to "${role}".`,
    );
  }
  if (isSuper) return warning(`${role} is a superuser`, "Use a role that owns the shop's database and nothing else.");
  return ok(`The role ${role} owns its tables and may make others`);
}

async function checkExtensions(db: Database): Promise<Result> {
  const { rows } = await sql<{ installed: string | null }>`
    select installed_version as installed from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  return describeExtension(rows[0]);
}

/** @param found undefined when the server doesn't have it */
export function describeExtension(found: { installed: string | null } | undefined): Result {
  if (found?.installed) return ok(`pg_trgm ${found.installed}`);
  if (found) return ok("pg_trgm is available, and installed by the first start");
  return problem("pg_trgm is missing, which the search needs", "Install PostgreSQL's contrib package on its server.");
}

/** A pooler in transaction mode gives a transaction the server's process that another connection had just used. */
export async function checkPooler(db: Database): Promise<Result> {
  try {
    const isPooled = await db
      .connection()
      .execute((one) => db.connection().execute((other) => changesProcess(one, other)));
    if (isPooled) return ok("Connections go through a pooler in transaction mode, which the shop works with");
    return ok("No pooler, or one in session mode");
  } catch (error) {
    const isStatementMode = /statement pooling/i.test(messageOf(error));
    if (!isStatementMode) throw error;
    return problem("The pooler is in statement mode, without transactions", "Set pool_mode = transaction.");
  }
}

async function changesProcess(one: Database, other: Database) {
  for (let tries = 0; tries < 3; tries++) {
    const before = await processOf(one);
    const [inside, after] = await other
      .transaction()
      .execute(async (trx) => [await processOf(trx), await processOf(one)] as const);
    if (inside === before || after !== before) return true;
  }
  return false;
}

async function processOf(db: Database) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}

/** @param offsetMs by which this machine's clock is ahead of the database's */
export function describeOffset(offsetMs: number): Result {
  const seconds = Math.round(Math.abs(offsetMs) / 100) / 10;
  if (Math.abs(offsetMs) < noticeableOffsetMs) return ok("As the database's");
  const text = `This machine's clock is ${seconds} seconds ${offsetMs > 0 ? "ahead of" : "behind"} the database's`;
  const advice = "Set up NTP on both machines (on Debian: apt install chrony).";
  return Math.abs(offsetMs) < wrongOffsetMs ? warning(text, advice) : problem(text, advice);
}

async function checkReplica({ connection }: Setup): Promise<Result> {
  try {
    return describeReplica(await readReplicaState(connection.db));
  } catch (error) {
    const advice = "The database answers in its place. Check DATABASE_READ_URL.";
    return warning(`The replica can't be asked: ${messageOf(error)}`, advice);
  }
}

/** @param replica undefined if none is set up */
export function describeReplica(replica: ReplicaState | undefined): Result {
  if (!replica) return ok("DATABASE_READ_URL is unset");
  const { isCopy, isStandby, isCurrent } = replica;
  if (!isCopy)
    return problem("It is another database", "Let DATABASE_READ_URL name a replica of the one in DATABASE_URL.");
  if (!isStandby) return warning("It is the primary server itself", "Let DATABASE_READ_URL name a replica.");
  if (isCurrent) return ok("It has everything that was saved");
  return warning(
    "It is behind, so the database answers in its place",
    "Look at pg_stat_replication on the primary server.",
  );
}

async function checkMigrations({ connection: { db, engine } }: Setup): Promise<Result> {
  try {
    if (await isCurrent(db, migrations(engine))) return ok("The database has this version's schema");
  } catch (error) {
    return problem(messageOf(error), "Upgrade this machine to the version that the others have.");
  }
  return warning("The database has an older schema", "The next start upgrades it. Make a backup first.");
}
