import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { connect, createDatabase } from "../tests/support/databases.ts";
import type { Database } from "./connect.ts";
import { replaceTables } from "./replace-tables.ts";

describe.skipIf(!inject("postgresUrl"))("on PostgreSQL", () => {
  test("a table is read as it was until the one that replaces it is full, again and again, and keeps its indexes", async () => {
    const place = await createDatabase("postgres");
    const [{ db }, reader] = [connect(place), connect(place)];
    const readWords = async () =>
      (await reader.db.selectFrom("searchWords").select("word").execute()).map((row) => row.word);
    const seen: string[][] = [];
    const replaceWith = (word: string) => async (transaction: Database) =>
      replaceTables(transaction, [
        {
          table: "searchWords",
          primaryKey: "word",
          index: sql`using gin (word gin_trgm_ops)`,
          async fill(into) {
            await sql`insert into ${sql.table(into)} (word, products) values (${word}, 1)`.execute(transaction);
            seen.push(await readWords());
          },
        },
      ]);
    for (const word of ["oak", "birch", "pine"]) await db.transaction().execute(replaceWith(word));
    expect(seen).toEqual([[], ["oak"], ["birch"]]);
    expect(await readWords()).toEqual(["pine"]);
    const { rows } = await sql<{ using: string }>`
      select substring(indexdef from 'USING .*') as using from pg_indexes where tablename = 'searchWords'`.execute(db);
    expect(rows.map(({ using }) => using).toSorted()).toEqual(["USING btree (word)", "USING gin (word gin_trgm_ops)"]);
  });
});
