import { sql } from "kysely";
import type { Database, Engine } from "./connect.ts";
import type { Schema } from "./schema.ts";

interface FollowedTable {
  name: keyof Schema;
  /** The columns that identify a row. */
  key: readonly string[];
  /** Columns that owners don't set, or that follow from others. */
  without?: readonly string[];
}

/** What owners set up, each table after those that its rows need. */
export const followedTables = [
  { name: "settings", key: ["key"] },
  { name: "categories", key: ["slug"] },
  { name: "products", key: ["id"], without: ["version", "isHidden"] },
  { name: "archivedProducts", key: ["id"], without: ["version", "isHidden"] },
  { name: "draftProducts", key: ["id"] },
  { name: "pages", key: ["slug"] },
  { name: "discounts", key: ["id"], without: ["uses"] },
  // Without the customer: nothing of them is kept for longer than their order.
  { name: "discountUses", key: ["orderId"], without: ["onlyUserId"] },
  { name: "deliveryOptions", key: ["id"] },
  { name: "pickupPlaces", key: ["id"] },
  { name: "vatCountries", key: ["country"] },
  { name: "exchangeRates", key: ["base", "currency", "validFrom"] },
  { name: "euroRates", key: ["currency", "day", "source"] },
  { name: "redirects", key: ["from"] },
] as const satisfies FollowedTable[];

export type FollowedTableName = (typeof followedTables)[number]["name"];

type Operation = "insert" | "update" | "delete";
const operations: Operation[] = ["insert", "update", "delete"];

/**
 * Makes the triggers that write the rows of an open act (`shop/changes/acts.ts`) to `actRows`, as they were and became. Migrations change columns, so the triggers are
 * dropped before them and made again. Transactions without an act write nothing. See docs/decisions/0392.
 */
export async function followOwnersTables(db: Database, engine: Engine) {
  await unfollowOwnersTables(db, engine);
  if (engine === "postgres") await createFunction(db);
  for (const table of followedTables) {
    if (engine === "sqlite") await followInSqlite(db, table);
    else await followInPostgres(db, table);
  }
}

/** Drops the triggers, as far as there are any. */
export async function unfollowOwnersTables(db: Database, engine: Engine) {
  for (const { name } of followedTables)
    for (const operation of operations) {
      const table = engine === "postgres" ? `on "${name}"` : "";
      await sql.raw(`drop trigger if exists ${triggerName(name, operation)} ${table}`).execute(db);
    }
}

async function followInSqlite(db: Database, { name, key, without = [] }: FollowedTable) {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(db);
  const columns = rows.map((row) => row.name).filter((column) => !without.includes(column));
  for (const operation of operations) {
    const trigger = triggerName(name, operation);
    await sql
      .raw(
        `create trigger ${trigger} after ${operation} on "${name}" when exists (select 1 from "openAct") ${ownersOnly(name, operation)}
        begin ${noteInSqlite(name, { operation, key, columns })} end`,
      )
      .execute(db);
  }
}

function noteInSqlite(
  table: string,
  { operation, key, columns }: { operation: Operation; key: readonly string[]; columns: string[] },
) {
  const row = operation === "insert" ? "new" : "old";
  const keys = key.map((column) => `${row}."${column}"`);
  const text = keys.length === 1 ? `cast(${keys[0]} as text)` : `json_array(${keys.join(", ")})`;
  const into = `insert into "actRows" (act, kind, key, change, content)
    select act, '${table}', ${text}, '${operation}', content from "openAct", `;
  if (operation !== "update") {
    const whole = columns.map((column) => `'${column}', ${row}."${column}"`);
    return `${into} (select json_object(${whole.join(", ")}) as content);`;
  }
  const compared = columns.map(
    (column) => `select '${column}' as name, old."${column}" as was, new."${column}" as became`,
  );
  return `${into} (select json_group_object(name, json_array(was, became)) as content
    from (${compared.join(" union all ")}) where was is not became) where content <> '{}';`;
}

async function followInPostgres(db: Database, { name, key, without = [] }: FollowedTable) {
  for (const operation of operations) {
    const trigger = triggerName(name, operation);
    await sql
      .raw(
        `create trigger ${trigger} after ${operation} on "${name}" for each row
        when (current_setting('torg.act', true) <> '' ${ownersOnly(name, operation)})
        execute function "noteActRow"('${key.join(",")}', '${without.join(",")}')`,
      )
      .execute(db);
  }
}

function createFunction(db: Database) {
  return sql`
    create or replace function "noteActRow"() returns trigger language plpgsql as $$
    declare
      keys text[] := string_to_array(tg_argv[0], ',');
      excluded text[] := string_to_array(tg_argv[1], ',');
      was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) - excluded end;
      became jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) - excluded end;
      identity jsonb := coalesce(was, became);
      content jsonb;
    begin
      if tg_op = 'UPDATE' then
        select jsonb_object_agg(o.key, jsonb_build_array(o.value, n.value)) into content
          from jsonb_each(was) o join jsonb_each(became) n on n.key = o.key where o.value <> n.value;
      else
        content := identity;
      end if;
      if content is null then return null; end if;
      insert into "actRows" (act, kind, key, change, content) values (
        current_setting('torg.act'), tg_table_name,
        case when cardinality(keys) = 1 then identity ->> keys[1]
          else (select jsonb_agg(identity -> k order by at)::text from unnest(keys) with ordinality as listed (k, at)) end,
        lower(tg_op), content::text);
      return null;
    end $$`.execute(db);
}

function triggerName(table: string, operation: Operation) {
  return `"${table}_act_${operation}"`;
}

/** Settings that follow from every change don't count. */
function ownersOnly(table: string, operation: Operation) {
  const row = operation === "insert" ? "new" : "old";
  return table === "settings" ? `and ${row}.key not in ('catalogVersion', 'settingsVersion')` : "";
}
