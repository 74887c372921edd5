import { type Kysely, sql } from "kysely";

/** Staff become managers, one of several roles. See docs/decisions/0324. */
export const nameManagers = {
  async up(db: Kysely<unknown>) {
    await sql`update owners set role = 'manager' where role = 'staff'`.execute(db);
  },
};
