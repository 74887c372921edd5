import { type DatabaseConnection, Kysely, type KyselyProps, Transaction } from "kysely";
import { type Database, engineOf } from "./connect.ts";
import { errorCode } from "./error-code.ts";
import type { Schema } from "./schema.ts";

/** What PostgreSQL answers to all other statements of a transaction once one has failed. */
const afterFailure = "25P02";

/** Part of a transaction, or reads. It runs its statements with the database that it gets. */
type Step<Result> = (db: Database) => Promise<Result>;

/**
 * Runs steps that don't need each other's results on one connection. PostgreSQL gets the statements that they begin with at once, in the steps' order, instead
 * of one after each answer; SQLite, which answers at once, runs step after step. Outside a transaction, steps only read. See docs/decisions/0371.
 *
 * @returns what the steps return, once all have ended
 * @throws what failed first
 */
export function pipeline<Results extends unknown[]>(
  db: Database,
  ...steps: { [Index in keyof Results]: Step<Results[Index]> }
): Promise<Results> {
  return (engineOf(db) === "sqlite" ? runInTurn(db, steps) : runAtOnce(db, steps)) as Promise<Results>;
}

async function runInTurn(db: Database, steps: Step<unknown>[]) {
  const results: unknown[] = [];
  for (const step of steps) results.push(await step(db));
  return results;
}

/** A transaction that ended before all of its statements have would leave the others to run without it. */
async function runAtOnce(db: Database, steps: Step<unknown>[]) {
  return db.getExecutor().provideConnection(async (connection) => {
    const shared = shareConnection(db, connection);
    const failures: unknown[] = [];
    const results = await Promise.all(
      steps.map(async (step) => step(shared)).map((result) => result.catch((error) => void failures.push(error))),
    );
    if (failures.length > 0) throw failures.find((error) => errorCode(error) !== afterFailure) ?? failures[0];
    return results;
  });
}

/** The same database, or transaction, whose statements don't queue for its connection. */
function shareConnection(db: Database, connection: DatabaseConnection): Database {
  const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  // A driver that can't begin transactions: Kysely's type asks for the parts of one.
  const props = { executor, config: {}, driver: {}, dialect: {} } as unknown as KyselyProps;
  return db.isTransaction ? new Transaction<Schema>(props) : new Kysely<Schema>(props);
}
