import { sql } from "kysely";
import type { Connection } from "./connect.ts";
import { DatabaseDamagedError } from "./unavailable-error.ts";

/** Reads all of a SQLite file and checks that it isn't damaged. PostgreSQL checks its own pages. @throws DatabaseDamagedError */
export async function checkIntegrity({ db, engine }: Connection) {
  if (engine === "postgres") return;
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`.execute(db);
  const found = rows[0]?.integrity_check ?? "no answer";
  if (found !== "ok") throw new DatabaseDamagedError(found);
}
