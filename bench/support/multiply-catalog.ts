import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import { bumpCatalogVersion, startCatalogEpoch } from "#shop/changes/catalog-version.ts";

/** What a copy has of its own. `times` is the copy's number, from 1. */
const own: Record<string, string> = {
  id: `id || '-' || times`,
  number: `number + times * span`,
  position: `position + times * span`,
  title: `title || ' ' || times`,
  titleKey: `"titleKey" || ' ' || times`,
  // Large brands stay one; makers, which have a number, get more of their kind.
  brand: `case when brand like '% %' and brand not like '%&%' then brand || '-' || times else brand end`,
  brandSlug: `case when brand like '% %' and brand not like '%&%' then "brandSlug" || '-' || times else "brandSlug" end`,
  group: `"group" || '-' || times`,
};

/**
 * Copies every product of a catalog so often that it has `count`: an import of a million takes a quarter of an hour. On PostgreSQL searches find the copies
 * by the words of the originals.
 */
export async function multiplyCatalog(db: Database, count: number) {
  const table = (await db.introspection.getTables()).find(({ name }) => name === "products");
  const names = table?.columns.map(({ name }) => name) ?? [];
  const products = await db
    .selectFrom("products")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .execute();
  const copies = Math.round(count / Number(products[0]?.count)) - 1;
  if (copies < 1) return;
  const multiplied = sql`with recursive copies(times) as (select 1 union all select times + 1 from copies where times < ${sql.lit(copies)}),
    spans as (select max(greatest_of) as span from (select max(number) as greatest_of from products
      union all select max(position) from products) as both_columns)`;
  await db.transaction().execute(async (trx) => {
    if (engineOf(trx) === "postgres") {
      await sql`${multiplied} insert into "productSearch" (number, keys)
        select number + times * span, keys from "productSearch", copies, spans`.execute(trx);
      await sql`update "searchWords" set products = products * ${sql.lit(copies + 1)}`.execute(trx);
    }
    await sql`${multiplied} insert into products (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map((name) => (own[name] ? sql.raw(own[name]) : sql.ref(name))))}
      from products, copies, spans`.execute(trx);
    await startCatalogEpoch(trx);
    await bumpCatalogVersion(trx);
  });
}
