import { sql } from "kysely";
import type { Connection, Database } from "./connect.ts";
import { errorCode } from "./error-code.ts";
import { waitForOtherStarts } from "./migrate.ts";
import { sessionSettings } from "./postgres-pool.ts";

const insufficientPrivilege = "42501";

/**
 * Makes the sessions' settings those of the role in this database, so that connections have them which a pooler opened for others. If the role may
 * not change itself, only direct connections have them. See docs/decisions/0230.
 */
export async function keepRoleSettings({ db, engine }: Connection) {
  if (engine === "sqlite" || (await areKept(db))) return;
  try {
    await db.transaction().execute(async (trx) => {
      await waitForOtherStarts(trx);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(trx);
      const role = sql`alter role session_user in database ${sql.id(rows[0]?.name ?? "")}`;
      for (const [setting, value] of Object.entries(sessionSettings))
        await sql`${role} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(trx);
    });
  } catch (error) {
    if (errorCode(error) !== insufficientPrivilege) throw error;
  }
}

/** Whether sessions begin with the settings, whatever they set themselves. */
async function areKept(db: Database) {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, reset_val as value from pg_settings where name = any(${Object.keys(sessionSettings)})`.execute(db);
  const initial = new Map(rows.map(({ name, value }) => [name, value]));
  return Object.entries(sessionSettings).every(([setting, value]) => initial.get(setting) === value);
}
