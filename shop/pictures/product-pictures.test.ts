import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { plain } from "../../tests/support/hostile-pictures.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { addPictures, arrangePictures } from "../catalog/arrange-pictures.ts";
import { textsOf } from "../catalog/product-texts.ts";
import { readProduct } from "../catalog/read-products.ts";
import type { Shop } from "../shop.ts";
import { makeDueSizes } from "./make-sizes.ts";
import { PictureError } from "./picture-error.ts";
import { addFile, findPictureFile, readProgress, takeProductPicture } from "./product-pictures.ts";
import { shrinkUnused } from "./shrink-unused.ts";

const forever = new AbortController().signal;
const owner = "owner@example.com";
const days = (count: number) => count * 24 * 60 * 60_000;

/** A picture in four files, taken in. */
async function take(shop: Shop) {
  const address = await takeProductPicture(shop, await plain(450, 600).png().toBuffer(), forever);
  return { address, id: /uploaded\/(\w+)-/.exec(address)?.[1] ?? "" };
}

forEachEngine((_, engine) => {
  test("a picture is shown at once in one size; the others are made once, by whichever process comes first", async () => {
    const { shop } = await openTestShop(engine);
    const { address, id } = await take(shop);
    expect(await readProgress(shop.db, [address, "/pictures/tea.svg"])).toEqual({ [address]: { made: 1, all: 4 } });
    const wanted = { format: "avif", width: 1200 } as const;
    expect(await findPictureFile(shop.db, id, wanted)).toMatchObject({
      format: "webp",
      width: 800,
      isPreliminary: true,
    });
    const stopped = new AbortController();
    const half = makeDueSizes(shop, stopped.signal);
    stopped.abort();
    await half;
    await Promise.all([makeDueSizes(shop, forever), makeDueSizes(shop, forever)]);
    expect(await readProgress(shop.db, [address])).toEqual({});
    expect(await findPictureFile(shop.db, id, wanted)).toMatchObject({
      format: "avif",
      width: 800,
      isPreliminary: false,
    });
    expect(await findPictureFile(shop.db, id, { format: "avif", width: 400 })).toMatchObject({ width: 400 });
    expect(await takeProductPicture(shop, await plain(450, 600).png().toBuffer(), forever)).toBe(address);
    const { master } = await shop.db.selectFrom("productPictures").select("master").executeTakeFirstOrThrow();
    expect(master).toBeNull();
    await expect(takeProductPicture(shop, Buffer.from("no picture"), forever)).rejects.toThrow(PictureError);
  });

  test("a picture that no product has had for a month stays in its smallest size, unless another product has it", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ id: "tea", images: [] }), catalogRecord({ id: "cup", images: [] })]);
    const { address, id } = await take(shop);
    await addFile(shop.db, id, { format: "webp", width: 400 }, Buffer.from("small"));
    for (const product of ["tea", "cup"]) await addPictures(shop, product, [address], owner);
    const remove = async (product: string) => {
      const saw = textsOf((await readProduct(shop.db, product)) as never);
      await arrangePictures(shop, product, saw, { move: "remove", at: 1 }, owner);
    };
    const shrinkAfter = (time: number) => shrinkUnused(shop.db, new Date(Date.now() + time));
    const widthAt = async (width: number) => (await findPictureFile(shop.db, id, { format: "webp", width }))?.width;
    await remove("tea");
    await shrinkAfter(days(31));
    expect(await widthAt(800)).toBe(800);
    await remove("cup");
    await shrinkAfter(days(29));
    expect(await widthAt(800)).toBe(800);
    await shrinkAfter(days(31));
    expect([await widthAt(800), await widthAt(400)]).toEqual([400, 400]);
    expect(await take(shop)).toEqual({ address, id });
    expect(await widthAt(800)).toBe(800);
  });

  test("lists show the first picture, unless another one is chosen for them", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [
      catalogRecord({ id: "tea", thumbnail: "/a.svg", images: ["/a.svg", "/b.svg", "/c.svg"] }),
    ]);
    const step = async (move: "first" | "earlier" | "remove", at: number) => {
      const product = (await readProduct(shop.db, "tea")) as NonNullable<Awaited<ReturnType<typeof readProduct>>>;
      await arrangePictures(shop, "tea", textsOf(product), { move, at }, owner);
      const { thumbnail, images } = (await readProduct(shop.db, "tea")) ?? {};
      return [thumbnail, ...(images ?? [])].join(" ");
    };
    expect(await step("first", 2)).toBe("/c.svg /c.svg /a.svg /b.svg");
    expect(await step("remove", 0)).toBe("/a.svg /a.svg /b.svg");
    await shop.db.updateTable("products").set({ thumbnail: "/small.svg" }).execute();
    expect(await step("earlier", 1)).toBe("/small.svg /b.svg /a.svg");
    expect(await step("first", 1)).toBe("/a.svg /a.svg /b.svg");
    const many = Array.from({ length: 25 }, (_, number) => `/${number}.svg`);
    expect(await addPictures(shop, "tea", ["/b.svg", ...many], owner)).toEqual({
      had: ["/b.svg"],
      left: many.slice(18),
    });
  });
});
