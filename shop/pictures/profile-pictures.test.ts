import { expect, test } from "vitest";
import { pictureFile } from "../../tests/specification/picture-file.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { slowPicture } from "../../tests/support/hostile-pictures.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { TooManyAttemptsError } from "../accounts/attempts.ts";
import { PictureError, PicturesBusyError } from "./picture-error.ts";
import { countUpload, readPicture, takePicture } from "./profile-pictures.ts";

const forever = new AbortController().signal;

forEachEngine((_, engine) => {
  test("a picture is kept as WebP and served by its address", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { id, url } = await takePicture(shop, uid, (await pictureFile()).buffer, forever);
    expect(url).toBe(`/profile-pictures/${id}.webp`);
    const kept = Buffer.from((await readPicture(shop.db, id)) ?? []);
    expect(kept.toString("latin1", 0, 4) + kept.toString("latin1", 8, 12)).toBe("RIFFWEBP");
  });

  test.each(["", "../shop", "00000000-0000-4000-8000-000000000000", "%"])("no picture has the id %j", async (id) => {
    const { shop } = await openTestShop(engine);
    expect(await readPicture(shop.db, id)).toBeUndefined();
  });

  test("what is no picture isn't kept", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    await expect(takePicture(shop, uid, Buffer.from("not a picture"), forever)).rejects.toThrow(PictureError);
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toEqual([]);
  });

  test("20 uploads an hour are counted, whatever they are", async () => {
    const { shop } = await openTestShop(engine);
    for (let uploads = 0; uploads < 20; uploads++) await countUpload(shop, "ada");
    await expect(countUpload(shop, "ada")).rejects.toThrow(TooManyAttemptsError);
    await countUpload(shop, "bob");
  });

  test("of two pictures that a customer sends at once one is kept; the other can be sent again", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { buffer } = await pictureFile();
    const first = takePicture(shop, uid, buffer, forever);
    await expect(takePicture(shop, uid, buffer, forever)).rejects.toThrow(PicturesBusyError);
    await first;
    await takePicture(shop, uid, buffer, forever);
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toHaveLength(2);
  });

  test("a picture whose sender has gone isn't kept", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const sender = new AbortController();
    const taken = takePicture(shop, uid, await slowPicture(), sender.signal);
    sender.abort();
    await expect(taken).rejects.toThrow("aborted");
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toEqual([]);
  });
});
