import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { ConfigError, readConfig } from "#server/environment/config.ts";
import { placeOf } from "#server/process/open-configured.ts";
import { messageOf } from "#shop/errors.ts";
import { connectTo } from "#shop/open/open-database.ts";
import { addressChecks } from "./check-address.ts";
import { databaseChecks } from "./check-database.ts";
import { machineChecks } from "./check-machine.ts";
import { mailChecks } from "./check-mail.ts";
import { moneyChecks } from "./check-money.ts";
import { pictureChecks } from "./check-pictures.ts";
import { secretChecks } from "./check-secrets.ts";
import { workChecks } from "./check-work.ts";
import { type Check, type Finding, ok, problem, type Setup } from "./finding.ts";

/** Milliseconds that a check may take. */
const checkTimeoutMs = 10_000;

const checks = [
  ...machineChecks,
  ...databaseChecks,
  ...workChecks,
  ...pictureChecks,
  ...mailChecks,
  ...moneyChecks,
  ...secretChecks,
  ...addressChecks,
];

const databaseCheck: Check = {
  name: "Database",
  async look({ config, connection }) {
    await sql`select 1`.execute(connection.db);
    return ok(`${connection.engine === "postgres" ? "PostgreSQL" : "SQLite"} in ${placeOf(config)} answers`);
  },
};

/**
 * Checks a set-up from its environment. Writes nothing, and sends nothing but a greeting to the mail server and two requests to the public address.
 *
 * @returns what was found, in a fixed order
 */
export async function examine(env: NodeJS.ProcessEnv, timeoutMs = checkTimeoutMs): Promise<Finding[]> {
  const check = "Configuration";
  try {
    const config = readConfig(env, { isNew: false });
    const connection = connectTo(config);
    const setup = { config, connection };
    try {
      const database = await run(databaseCheck, setup, timeoutMs);
      const isReachable = database.level === "ok";
      const needsDatabase = ({ needsDatabase: needs }: Check) => (typeof needs === "function" ? needs(config) : needs);
      const wanted = checks.map((one) => (needsDatabase(one) && !isReachable ? skip(one) : run(one, setup, timeoutMs)));
      return [{ check, ...ok("The environment can be read") }, database, ...(await Promise.all(wanted))];
    } finally {
      await Promise.race([connection.db.destroy(), sleep(timeoutMs, undefined, { ref: false })]);
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ check, ...problem(error.message, "Fix it first: nothing else was checked.") }];
  }
}

function skip({ name }: Check): Finding {
  return { check: name, level: "skipped", text: "Not checked, because the database doesn't answer" };
}

/** A check that fails, or takes too long, has found a problem. */
async function run({ name, look }: Check, setup: Setup, timeoutMs: number): Promise<Finding> {
  const advice = "Look at the message, then check again.";
  const late = problem(`No answer within ${timeoutMs / 1000} seconds`, advice);
  const timer = new AbortController();
  const result = await Promise.race([
    Promise.resolve(setup)
      .then(look)
      .catch((error) => problem(messageOf(error), advice)),
    sleep(timeoutMs, late, { signal: timer.signal }),
  ]).finally(() => timer.abort());
  return { check: name, ...result };
}
