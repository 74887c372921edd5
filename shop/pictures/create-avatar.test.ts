import sharp from "sharp";
import { expect, test } from "vitest";
import { plain, slowPicture, textBomb } from "../../tests/support/hostile-pictures.ts";
import { decodePicture } from "./decode-picture.ts";
import { largestPicture, PictureError, PicturesBusyError, pictureMessages } from "./picture-rules.ts";
import { createAvatar } from "./profile-pictures.ts";

const forever = new AbortController().signal;

test("a picture becomes a square", async () => {
  const square = await createAvatar(await plain(640, 400).jpeg().toBuffer(), forever);
  expect(await sharp(square).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
});

test("a refused file's error says why", async () => {
  await expect(createAvatar(Buffer.from("no picture"), forever)).rejects.toThrow(
    new PictureError(pictureMessages.type),
  );
  await expect(createAvatar(Buffer.alloc(0), forever)).rejects.toThrow(new PictureError(pictureMessages.type));
  await expect(createAvatar(Buffer.alloc(largestPicture + 1), forever)).rejects.toThrow(
    new PictureError(pictureMessages.size),
  );
});

test("a small file whose texts unpack to more than the memory is refused", async () => {
  const bomb = await textBomb();
  expect(bomb.length).toBeLessThan(largestPicture);
  await expect(createAvatar(bomb, forever)).rejects.toThrow(new PictureError(pictureMessages.costly));
});

test("a picture that takes too much processor time is refused, and one that takes too long may be sent again", async () => {
  const slow = await slowPicture();
  const greedy = decodePicture({ make: "avatar" }, slow, forever, { clockMs: 60_000, processorMs: 1 });
  await expect(greedy).rejects.toThrow(new PictureError(pictureMessages.costly));
  const late = decodePicture({ make: "avatar" }, slow, forever, { clockMs: 100, processorMs: 60_000 });
  await expect(late).rejects.toThrow(new PicturesBusyError("shop"));
});

test("four pictures wait while one is made, further ones are refused, and an aborted one leaves its place", async () => {
  const slow = await slowPicture();
  const senders = Array.from({ length: 5 }, () => new AbortController());
  const made = senders.map(({ signal }) => createAvatar(slow, signal));
  const gone = Promise.allSettled(made.slice(0, 4));
  await expect(createAvatar(slow, forever)).rejects.toThrow(PicturesBusyError);

  for (const sender of senders.slice(0, 4)) sender.abort();
  for (const { status } of await gone) expect(status).toBe("rejected");
  const small = await plain(64, 64).png().toBuffer();
  const others = Array.from({ length: 4 }, () => createAvatar(small, forever));
  await expect(createAvatar(small, forever)).rejects.toThrow(PicturesBusyError);
  for (const square of [...others, made[4]]) expect(square && (await square).length).toBeGreaterThan(0);
});
