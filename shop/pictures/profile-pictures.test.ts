import { expect, test } from "vitest";
import { pictureFile } from "../../tests/specification/picture-file.ts";
import { register } from "../../tests/support/customers.ts";
import { forEnginesInTurns } from "../../tests/support/databases.ts";
import { slowPicture } from "../../tests/support/hostile-pictures.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { RateLimitError } from "../limits/rate-limits.ts";
import { PictureError, PicturesBusyError } from "./picture-rules.ts";
import { consumeUploadLimit, readPicture, takePicture } from "./profile-pictures.ts";

const forever = new AbortController().signal;

forEnginesInTurns((_, engine) => {
  // Security: 12.4.1
  test("a picture is saved as WebP and found by its address", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { id, url } = await takePicture(shop, uid, (await pictureFile()).buffer, forever);
    expect(url).toBe(`/profile-pictures/${id}.webp`);
    const kept = Buffer.from((await readPicture(shop, id)) ?? []);
    expect(kept.toString("latin1", 0, 4) + kept.toString("latin1", 8, 12)).toBe("RIFFWEBP");
  });

  // Security: 12.3.1
  test.each(["", "../shop", "00000000-0000-4000-8000-000000000000", "%"])("no picture has the id %j", async (id) => {
    const { shop } = await openTestShop(engine);
    expect(await readPicture(shop, id)).toBeUndefined();
  });

  test("a file that isn't a picture isn't saved", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    await expect(takePicture(shop, uid, Buffer.from("not a picture"), forever)).rejects.toThrow(PictureError);
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toEqual([]);
  });

  test("a customer may upload 20 files an hour", async () => {
    const { shop } = await openTestShop(engine);
    for (let uploads = 0; uploads < 20; uploads++) await consumeUploadLimit(shop, "ada");
    await expect(consumeUploadLimit(shop, "ada")).rejects.toThrow(RateLimitError);
    await consumeUploadLimit(shop, "bob");
  });

  test("of two simultaneous uploads of a customer one is saved, and the other can be sent again", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { buffer } = await pictureFile();
    const first = takePicture(shop, uid, buffer, forever);
    await expect(takePicture(shop, uid, buffer, forever)).rejects.toThrow(PicturesBusyError);
    await first;
    await takePicture(shop, uid, buffer, forever);
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toHaveLength(2);
  });

  test("a picture isn't saved after its client disconnected", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const sender = new AbortController();
    const taken = takePicture(shop, uid, await slowPicture(), sender.signal);
    sender.abort();
    await expect(taken).rejects.toThrow("aborted");
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toEqual([]);
  });
});
