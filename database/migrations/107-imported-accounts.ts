import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex } from "./103-large-lists.ts";

/** What the screen of imports counts. */
export const importIndexes: LargeIndex[] = [
  { name: "importedCustomers_imported", table: "importedCustomers", columns: `"importId", "hasAccount"` },
  {
    name: "importedCustomers_invited",
    table: "importedCustomers",
    columns: `"hasAccount", "inviteDueAt", "invitedAt"`,
  },
];

/** Of a lock that imports have alone, and accounts together. */
const lockKey = "7048, 1";

/**
 * Notes which customers of an earlier shop have an account by now, so that they can be counted. Triggers follow accounts and imports. See
 * docs/decisions/0384.
 */
export function noteImportedAccounts(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("importedCustomers")
        .addColumn("hasAccount", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
      await sql.raw(`update "importedCustomers" set "hasAccount" = 1 where ${accountExists(engine)}`).execute(db);
      for (const statement of engine === "postgres" ? postgresTriggers() : sqliteTriggers())
        await sql.raw(statement).execute(db);
      await indexLarge(engine, importIndexes, "107").up(db);
    },
  };
}

function accountExists(engine: Engine, email = `"importedCustomers".email`) {
  const verified = engine === "postgres" ? "true" : "1";
  return `exists (select 1 from "user" where "user".email = ${email} and "user"."emailVerified" = ${verified})`;
}

function noteAccount(engine: Engine) {
  return `update "importedCustomers" set "hasAccount" = case when ${accountExists(engine)} then 1 else 0 end`;
}

function sqliteTriggers() {
  const note = noteAccount("sqlite");
  const trigger = (name: string, event: string, rows: string) =>
    `create trigger "${name}" after ${event} for each row begin ${note} where ${rows}; end`;
  return [
    trigger("importedCustomers_account_insert", `insert on "importedCustomers"`, "id = new.id"),
    trigger("importedCustomers_account_update", `update of email on "importedCustomers"`, "id = new.id"),
    trigger("user_imported_insert", `insert on "user"`, "email = new.email"),
    trigger("user_imported_update", `update of email, "emailVerified" on "user"`, "email in (old.email, new.email)"),
    trigger("user_imported_delete", `delete on "user"`, "email = old.email"),
  ];
}

/** Imports and accounts wait for each other; otherwise neither would see the other's row if both are written at once. */
function postgresTriggers() {
  return [
    `create function "noteImportedAccount"() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(${lockKey});
      new."hasAccount" = case when ${accountExists("postgres", "new.email")} then 1 else 0 end;
      return new;
    end $$`,
    `create trigger "importedCustomers_account" before insert or update of email on "importedCustomers"
      for each row execute function "noteImportedAccount"()`,
    `create function "noteAccountOfImported"() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${lockKey});
      if tg_op <> 'INSERT' then ${noteAccount("postgres")} where email = old.email; end if;
      if tg_op <> 'DELETE' then ${noteAccount("postgres")} where email = new.email; end if;
      return null;
    end $$`,
    `create trigger "user_imported" after insert or delete or update of email, "emailVerified" on "user"
      for each row execute function "noteAccountOfImported"()`,
  ];
}
