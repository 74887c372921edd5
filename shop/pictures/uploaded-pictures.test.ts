import sharp from "sharp";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { runDue } from "../../tests/support/due-jobs.ts";
import { plain } from "../../tests/support/hostile-pictures.ts";
import { keepPicture, keptPictureId, storedText } from "../../tests/support/kept-picture.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { readProduct } from "../catalog/lists/read-products.ts";
import { addPictures, arrangePictures, type PictureStep } from "../catalog/products/arrange-pictures.ts";
import { toForm } from "../catalog/products/product-form.ts";
import type { Shop } from "../shop.ts";
import { PictureError } from "./picture-rules.ts";
import { pruneUnused } from "./prune-unused.ts";
import { addFile, findPictureFile, readProgress, uploadPicture } from "./uploaded-pictures.ts";

const forever = new AbortController().signal;
const owner = "owner@example.com";
const days = (count: number) => count * 24 * 60 * 60_000;

/** Uploads a picture with five sizes. */
async function upload(shop: Shop) {
  const address = await uploadPicture(shop, await plain(450, 600).png().toBuffer(), "square", forever);
  return { address, id: /uploaded\/(\w+)-/.exec(address)?.[1] ?? "" };
}

test("a picture that isn't a square keeps its shape and transparency, and tells its size", async () => {
  const { shop } = await openTestShop("sqlite");
  const file = await plain(3000, 300, 4).png().toBuffer();
  const addresses = await Promise.all(
    (["square", "wide", "page", "logo"] as const).map((kind) => uploadPicture(shop, file, kind, forever)),
  );
  expect(addresses.map((address) => address.replace(/^.*\?thumbhash=[\w-]+/, ""))).toEqual([
    "",
    "&size=2400x240&widest=2400",
    "&size=1600x160&widest=1600",
    "&size=800x80&widest=800",
  ]);
  expect(new Set(addresses.map((address) => address.slice(0, 60))).size).toBe(4);
  await runDue(shop, "pictureSizes");
  const widest = [1200, 2400, 1600, 800];
  for (const [index, address] of addresses.entries()) {
    const id = /uploaded\/(\w+)-/.exec(address)?.[1] ?? "";
    const width = widest[index] ?? 0;
    const found = await findPictureFile(shop, id, { format: "webp", width });
    expect(found?.isPreliminary).toBe(false);
    const { width: pixels, hasAlpha } = await sharp(found?.content).metadata();
    expect({ pixels, hasAlpha }).toEqual({ pixels: index === 0 ? 300 : width, hasAlpha: true });
  }
});

forEnginesInTurns((_, engine) => {
  test("a picture is shown at once in one size, and a job makes the others once", async () => {
    const { shop } = await openTestShop(engine);
    const { address, id } = await upload(shop);
    expect(await readProgress(shop.db, [address, "/pictures/tea.svg"])).toEqual({ [address]: { made: 1, all: 5 } });
    const wanted = { format: "avif", width: 1200 } as const;
    expect(await findPictureFile(shop, id, wanted)).toMatchObject({
      format: "webp",
      width: 800,
      isPreliminary: true,
    });
    await Promise.all([runDue(shop, "pictureSizes"), runDue(shop, "pictureSizes")]);
    expect(await readProgress(shop.db, [address])).toEqual({});
    expect(await findPictureFile(shop, id, wanted)).toMatchObject({
      format: "avif",
      width: 800,
      isPreliminary: false,
    });
    expect(await findPictureFile(shop, id, { format: "avif", width: 400 })).toMatchObject({ width: 400 });
    expect(await uploadPicture(shop, await plain(450, 600).png().toBuffer(), "square", forever)).toBe(address);
    const { master } = await shop.db.selectFrom("productPictures").select("master").executeTakeFirstOrThrow();
    expect(master).toBeNull();
    await expect(uploadPicture(shop, Buffer.from("no picture"), "square", forever)).rejects.toThrow(PictureError);
  });

  test("a picture that a category or a setting has is kept, however its address got there", async () => {
    const { shop } = await openTestShop(engine);
    const { address, id } = await upload(shop);
    await runDue(shop, "pictureSizes");
    const widthAfter = async (time: number) => {
      await pruneUnused(shop.db, new Date(Date.now() + days(time)));
      return (await findPictureFile(shop, id, { format: "webp", width: 800 }))?.width;
    };
    await shop.db.updateTable("categories").set({ picture: address }).where("slug", "=", "beauty").execute();
    expect(await widthAfter(31)).toBe(800);
    await shop.db.updateTable("categories").set({ picture: null }).where("slug", "=", "beauty").execute();
    await shop.db
      .insertInto("settings")
      .values({ key: "look", value: `{"logo":"${address}"}` })
      .execute();
    expect(await widthAfter(62)).toBe(800);
    await shop.db.deleteFrom("settings").where("key", "=", "look").execute();
    expect(await widthAfter(93)).toBe(400);
  });

  test("a picture that no product has used for a month keeps only its smallest size", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ id: "tea", images: [] }), catalogRecord({ id: "cup", images: [] })]);
    const { address, id } = await upload(shop);
    await addFile(shop.db, id, { format: "webp", width: 400 }, storedText("small"));
    for (const product of ["tea", "cup"]) await addPictures(shop, product, [address], owner);
    const remove = async (product: string) => {
      const original = toForm((await readProduct(shop.db, product)) as never, "USD");
      await arrangePictures(shop, product, original, { move: "remove", at: 1 }, owner);
    };
    const pruneAfter = (time: number) => pruneUnused(shop.db, new Date(Date.now() + time));
    const widthAt = async (width: number) => (await findPictureFile(shop, id, { format: "webp", width }))?.width;
    await remove("tea");
    await pruneAfter(days(31));
    expect(await widthAt(800)).toBe(800);
    await remove("cup");
    await pruneAfter(days(29));
    expect(await widthAt(800)).toBe(800);
    await pruneAfter(days(31));
    expect([await widthAt(800), await widthAt(400)]).toEqual([400, 400]);
    expect(await upload(shop)).toEqual({ address, id });
    expect(await widthAt(800)).toBe(800);
  });

  test("lists show the first picture, unless another one is chosen for them", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [
      catalogRecord({ id: "tea", thumbnail: "/a.svg", images: ["/a.svg", "/b.svg", "/c.svg"] }),
    ]);
    const step = async (move: PictureStep["move"], at: number) => {
      const product = (await readProduct(shop.db, "tea")) as NonNullable<Awaited<ReturnType<typeof readProduct>>>;
      await arrangePictures(shop, "tea", toForm(product, "USD"), { move, at }, owner);
      const { thumbnail, images } = (await readProduct(shop.db, "tea")) ?? {};
      return [thumbnail, ...(images ?? [])].join(" ");
    };
    expect(await step("first", 2)).toBe("/c.svg /c.svg /a.svg /b.svg");
    expect(await step("remove", 0)).toBe("/a.svg /a.svg /b.svg");
    await shop.db.updateTable("products").set({ thumbnail: "/small.svg" }).execute();
    expect(await step("earlier", 1)).toBe("/small.svg /b.svg /a.svg");
    expect(await step("first", 1)).toBe("/a.svg /a.svg /b.svg");
    await shop.db
      .updateTable("products")
      .set({ images: JSON.stringify(["/a.svg", "/b.svg", "/c.svg"]) })
      .execute();
    expect(await step("earlier", 0)).toBe("/a.svg /a.svg /b.svg /c.svg");
    expect(await step("later", 0)).toBe("/b.svg /b.svg /a.svg /c.svg");
    expect(await step("later", 2)).toBe("/b.svg /b.svg /a.svg /c.svg");
    expect(await step("remove", 3)).toBe("/b.svg /b.svg /a.svg /c.svg");
    await shop.db
      .updateTable("products")
      .set({ thumbnail: "/a.svg", images: JSON.stringify(["/a.svg", "/b.svg"]) })
      .execute();
    const many = Array.from({ length: 25 }, (_, number) => `/${number}.svg`);
    expect(await addPictures(shop, "tea", ["/b.svg", ...many], owner)).toEqual({
      had: ["/b.svg"],
      left: many.slice(18),
    });
  });

  test("a request for a missing size gets the nearest one, in the same format if it exists", async () => {
    const { shop } = await openTestShop(engine);
    const { db } = shop;
    await keepPicture(db, null);
    const files = [
      { format: "webp", width: 400 },
      { format: "avif", width: 800 },
      { format: "webp", width: 800 },
      { format: "webp", width: 1600 },
    ] as const;
    for (const { format, width } of files)
      await addFile(db, keptPictureId, { format, width }, storedText(`${format} ${width}`));
    await addFile(db, keptPictureId, files[0], storedText("another"));
    const find = async (format: "avif" | "webp", width: number) => {
      const found = await findPictureFile(shop, keptPictureId, { format, width });
      const size = `${found?.format} ${found?.width}`;
      expect(Buffer.from(found?.content ?? []).toString()).toBe(size);
      expect(found?.isPreliminary).toBe(false);
      return size;
    };
    expect(await find("webp", 400)).toBe("webp 400");
    expect(await find("avif", 400)).toBe("webp 400");
    expect(await find("avif", 799)).toBe("webp 400");
    expect(await find("avif", 800)).toBe("avif 800");
    expect(await find("avif", 1200)).toBe("avif 800");
    expect(await find("webp", 1200)).toBe("webp 800");
    for (const width of [1600, 2000]) expect(await find("avif", width)).toBe("webp 1600");
    expect(await find("avif", 1), "no size is as small").toBe("webp 400");
    expect(await findPictureFile(shop, "0".repeat(32), files[0])).toBeUndefined();
    await db.deleteFrom("productPictureFiles").execute();
    expect(await findPictureFile(shop, keptPictureId, files[0])).toBeUndefined();
  });
});
