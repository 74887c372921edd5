import { expect, test } from "vitest";
import { catalogRecord, writeCatalog } from "../tests/support/catalogs.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { runOnShop } from "../tests/support/run-on-shop.ts";

test("import asks for pictures on request, and pictures shows how far they are, and tries failed ones again", async () => {
  const { shop } = await openTestShop("sqlite");
  const file = await writeCatalog([
    catalogRecord({ id: "tea", thumbnail: "https://shop.invalid/a.jpg", images: ["https://shop.invalid/a.jpg"] }),
    catalogRecord({ id: "milk", images: ["https://shop.invalid/a.jpg", "https://shop.invalid/b.jpg"] }),
  ]);
  expect(await runOnShop(shop, "pictures")).toBe("No pictures to fetch\n");
  expect(await runOnShop(shop, "import", file, "--fetch-pictures", "--dry-run")).toContain(
    "2 pictures to fetch into the shop\n",
  );
  const waiting = "0 of 2 pictures fetched\nThe running shop fetches the rest\n";
  expect(await runOnShop(shop, "import", file, "--fetch-pictures")).toBe(
    `2 products imported from ${file}\n${waiting}`,
  );
  const failed = { state: "failed", problem: "The site answers 404\u001b[2J" } as const;
  await shop.db.updateTable("pictureFetches").set(failed).execute();
  const printed = await runOnShop(shop, "pictures");
  expect(printed).toContain("0 of 2 pictures fetched, 2 failed\n");
  expect(printed).toMatch(/milk +https:\/\/shop\.invalid\/a\.jpg +The site answers 404 \[2J/);
  expect(JSON.parse(await runOnShop(shop, "pictures", "--json"))).toMatchObject({ failed: 2, failures: [{}, {}] });
  expect(await runOnShop(shop, "pictures", "--retry")).toBe(waiting);
});
