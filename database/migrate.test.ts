import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { DatabasePlace } from "../tests/support/database-place.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../tests/support/databases.ts";
import { runProcesses } from "../tests/support/run-processes.ts";
import { migrate } from "./migrate.ts";

/** The names of all migrations: each is a file. */
const all = readdirSync(new URL("migrations", import.meta.url))
  .map((file) => file.replace(/\.ts$/, ""))
  .toSorted();

forEachEngine((openDatabase, engine) => {
  test("an empty database gets every migration, in order", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    expect(await migrate(connection)).toEqual(all);
    expect(await connection.db.selectFrom("orders").selectAll().execute()).toEqual([]);
  });

  test("an up-to-date database is left as it is", async () => {
    const connection = await openDatabase();
    await connection.db.insertInto("settings").values({ key: "kept", value: "yes" }).execute();
    expect(await migrate(connection)).toEqual([]);
    expect(await connection.db.selectFrom("settings").selectAll().execute()).toEqual([{ key: "kept", value: "yes" }]);
  });

  test("a database that a newer version has migrated further is refused, and left as it is", async () => {
    const connection = await openDatabase();
    await sql`insert into kysely_migration values ('999-robots', '2030-01-01')`.execute(connection.db);
    await expect(migrate(connection)).rejects.toThrow(/^this database was made by a newer Torg \(999-robots\)/);
    expect(await connection.db.selectFrom("orders").selectAll().execute()).toEqual([]);
  });

  test("five processes that start together on an empty database apply every migration once", async () => {
    const place = await createEmptyDatabase(engine);
    const script = new URL("../tests/support/migrate-process.ts", import.meta.url);
    const applied = await runProcesses<DatabasePlace, string[]>(script, Array(5).fill(place));
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([all, [], [], [], []]);
    const { rows } = await sql`select name from kysely_migration order by name`.execute(connect(place).db);
    expect(rows).toEqual(all.map((name) => ({ name })));
  });
});
