import { expect, test } from "vitest";
import { catalogRecords, importRecords } from "../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../tests/support/databases.ts";
import { archiveProduct } from "./archive-product.ts";
import { readAddressedProducts, readLastPosition } from "./product-ids.ts";

forEachEngine((openDatabase) => {
  test("an empty catalog has no ids", async () => {
    const { db } = await openDatabase();
    expect((await piecesOf(readAddressedProducts(db, { skip: 0, limit: 10 }))).flat()).toEqual([]);
  });

  test("parts of a large catalog hold each id once, read in several pieces", async () => {
    const { db } = await openDatabase();
    const records = catalogRecords(2500);
    await importRecords(db, records);
    await archiveProduct({ db, now: () => new Date() }, "p7", "ada@example.com");
    expect(await readLastPosition(db)).toBe(2500);
    const pieces = [];
    for (const skip of [0, 2200, 2500]) {
      pieces.push(...(await piecesOf(readAddressedProducts(db, { skip, limit: 2200 }))));
    }
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(2200);
    expect(pieces.flat().map(({ id }) => id)).toEqual(records.map(({ id }) => id).filter((id) => id !== "p7"));
  });
});

async function piecesOf(reading: ReturnType<typeof readAddressedProducts>) {
  const pieces = [];
  for await (const piece of reading) pieces.push(piece);
  return pieces;
}
