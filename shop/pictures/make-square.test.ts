import sharp from "sharp";
import { expect, test } from "vitest";
import { plain, slowPicture, textBomb } from "../../tests/support/hostile-pictures.ts";
import { decodeApart } from "./decode-apart.ts";
import { makeSquare } from "./make-square.ts";
import { PictureError, PicturesBusyError } from "./picture-error.ts";
import { largestPicture, pictureMessages } from "./picture-rules.ts";

const forever = new AbortController().signal;

test("a picture becomes a square in a process of its own", async () => {
  const square = await makeSquare(await plain(640, 400).jpeg().toBuffer(), forever);
  expect(await sharp(square).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
});

test("what that process refuses is told in its words", async () => {
  await expect(makeSquare(Buffer.from("no picture"), forever)).rejects.toThrow(new PictureError(pictureMessages.type));
  await expect(makeSquare(Buffer.alloc(0), forever)).rejects.toThrow(new PictureError(pictureMessages.type));
  await expect(makeSquare(Buffer.alloc(largestPicture + 1), forever)).rejects.toThrow(
    new PictureError(pictureMessages.size),
  );
});

test("a small file whose texts fill the memory when they are unpacked is refused", async () => {
  const bomb = await textBomb();
  expect(bomb.length).toBeLessThan(largestPicture);
  await expect(makeSquare(bomb, forever)).rejects.toThrow(new PictureError(pictureMessages.costly));
});

test("a picture that takes too much of the processor is refused; one that the machine has no time for can come again", async () => {
  const slow = await slowPicture();
  const greedy = decodeApart({ make: "square" }, slow, forever, { clockMs: 60_000, processorMs: 1 });
  await expect(greedy).rejects.toThrow(new PictureError(pictureMessages.costly));
  const late = decodeApart({ make: "square" }, slow, forever, { clockMs: 100, processorMs: 60_000 });
  await expect(late).rejects.toThrow(new PicturesBusyError("shop"));
});

test("beside the one that is made four wait, and further ones are refused; what is given up leaves its place", async () => {
  const slow = await slowPicture();
  const senders = Array.from({ length: 5 }, () => new AbortController());
  const made = senders.map(({ signal }) => makeSquare(slow, signal));
  const gone = Promise.allSettled(made.slice(0, 4));
  await expect(makeSquare(slow, forever)).rejects.toThrow(PicturesBusyError);

  for (const sender of senders.slice(0, 4)) sender.abort();
  for (const { status } of await gone) expect(status).toBe("rejected");
  const small = await plain(64, 64).png().toBuffer();
  const others = Array.from({ length: 4 }, () => makeSquare(small, forever));
  await expect(makeSquare(small, forever)).rejects.toThrow(PicturesBusyError);
  for (const square of [...others, made[4]]) expect(square && (await square).length).toBeGreaterThan(0);
});
