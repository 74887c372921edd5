import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

const tables = ["productPictures", "productPictureFiles", "pictures"];
/** A trigger runs only where an object comes or goes: files that are rows cost nothing. */
const events = {
  insert: `insert on %t for each row when (new.object is not null)`,
  delete: `delete on %t for each row when (old.object is not null)`,
  update: `update of object on %t for each row when (new.object is distinct from old.object)`,
};
type Event = keyof typeof events;

/**
 * Picture files may be objects in S3-compatible storage, named by the rows that had their bytes before. `unnamedObjects` has every object
 * that no row names; triggers keep it, so that no way to delete a row leaves its object behind. See docs/decisions/0239.
 */
export function addPictureObjects(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("unnamedObjects")
        .addColumn("key", "text", (column) => column.primaryKey())
        .addColumn("since", "bigint", (column) => column.notNull())
        .execute();
      if (engine === "postgres") await createFunction(db);
      for (const table of tables) {
        await db.schema.alterTable(table).addColumn("object", "text").execute();
        await followObjects(db, engine, table);
      }
    },
  };
}

/** Lets `unnamedObjects` follow the objects that a table's rows name, each of them in one row at most. */
export async function followObjects(db: Kysely<unknown>, engine: Engine, table: string) {
  await sql`create unique index ${sql.id(`${table}_object`)} on ${sql.table(table)} (object)
    where object is not null`.execute(db);
  for (const event of Object.keys(events) as Event[]) {
    const statement = engine === "postgres" ? postgresTrigger(table, event) : sqliteTrigger(table, event);
    await sql.raw(statement).execute(db);
  }
}

function postgresTrigger(table: string, event: Event) {
  return `create trigger "${table}_object_${event}" after ${on(table, event)} execute function "followObject"()`;
}

function createFunction(db: Kysely<unknown>) {
  return sql`
    create function "followObject"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' and old.object is not null then
        insert into "unnamedObjects" (key, since) values (old.object, floor(extract(epoch from clock_timestamp()) * 1000))
          on conflict do nothing;
      end if;
      if tg_op <> 'DELETE' and new.object is not null then
        delete from "unnamedObjects" where key = new.object;
      end if;
      return null;
    end $$`.execute(db);
}

function sqliteTrigger(table: string, event: Event) {
  const unname = `insert or ignore into "unnamedObjects" (key, since)
    select old.object, cast(unixepoch('subsec') * 1000 as integer) where old.object is not null;`;
  const name = `delete from "unnamedObjects" where key = new.object;`;
  const steps = { insert: name, delete: unname, update: unname + name }[event];
  return `create trigger "${table}_object_${event}" after ${on(table, event)} begin ${steps} end`;
}

function on(table: string, event: Event) {
  return events[event].replace("%t", `"${table}"`);
}
