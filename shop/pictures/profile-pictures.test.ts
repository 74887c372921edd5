import { expect, test } from "vitest";
import { pictureFile } from "../../tests/specification/picture-file.ts";
import { register } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { TooManyAttemptsError } from "../accounts/attempts.ts";
import { readPicture, takePicture } from "./profile-pictures.ts";
import { PictureError } from "./square-webp.ts";

forEachEngine((_, engine) => {
  test("a picture is kept as WebP and served by its address", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const { id, url } = await takePicture(shop, uid, (await pictureFile()).buffer);
    expect(url).toBe(`/profile-pictures/${id}.webp`);
    const kept = Buffer.from((await readPicture(shop.db, id)) ?? []);
    expect(kept.toString("latin1", 0, 4) + kept.toString("latin1", 8, 12)).toBe("RIFFWEBP");
  });

  test.each(["", "../shop", "00000000-0000-4000-8000-000000000000", "%"])("no picture has the id %j", async (id) => {
    const { shop } = await openTestShop(engine);
    expect(await readPicture(shop.db, id)).toBeUndefined();
  });

  test("what is no picture isn't kept, and counts as a try; 20 tries an hour", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    const text = Buffer.from("not a picture");
    for (let tries = 0; tries < 20; tries++) await expect(takePicture(shop, uid, text)).rejects.toThrow(PictureError);
    const { buffer } = await pictureFile();
    await expect(takePicture(shop, uid, buffer)).rejects.toThrow(TooManyAttemptsError);
    expect(await shop.db.selectFrom("pictures").selectAll().execute()).toEqual([]);
  });
});
