import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureMessages } from "./picture-rules.ts";
import { PictureError, squareWebp } from "./square-webp.ts";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const types = pictureMessages.type;

/** A picture of one color. */
function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#1e4d40" } });
}

test.each(["jpeg", "png", "webp"] as const)("a %s becomes a square WebP of 256 pixels", async (format) => {
  const webp = await squareWebp(await plain(640, 400).toFormat(format).toBuffer());
  expect(await sharp(webp).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
});

test("a small picture is enlarged", async () => {
  const webp = await squareWebp(await plain(3, 2).png().toBuffer());
  expect(await sharp(webp).metadata()).toMatchObject({ width: 256, height: 256 });
});

test("the picture is upright, and what the camera noted is gone", async () => {
  const redAbove = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#ff0000" } })
    .extend({ bottom: 20, background: "#0000ff" })
    .jpeg({ quality: 100 })
    .withExif({ IFD0: { Copyright: "Ada" } })
    .withMetadata({ orientation: 3 })
    .toBuffer();
  const webp = await squareWebp(redAbove);
  const { exif, orientation } = await sharp(webp).metadata();
  expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
  const top = await sharp(webp).extract({ left: 128, top: 20, width: 1, height: 1 }).raw().toBuffer();
  expect(top[2], "upside down for the camera: blue comes on top").toBeGreaterThan(200);
});

test.each([
  ["no bytes", Buffer.alloc(0)],
  ["a text", Buffer.from("GIF89a is a text, too")],
  ["an SVG", Buffer.from(drawing)],
  ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
])("%s is no picture that can be used", async (_, file) => {
  await expect(squareWebp(file)).rejects.toThrow(types);
});

test("a file of more than 5 MB is too large, whatever it is", async () => {
  await expect(squareWebp(Buffer.alloc(5 * 1024 * 1024 + 1))).rejects.toThrow(pictureMessages.size);
});

test("a small file with very many pixels is refused", async () => {
  const bomb = await plain(8000, 5001).png().toBuffer();
  expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
  await expect(squareWebp(bomb)).rejects.toThrow(pictureMessages.pixels);
});

test("a picture that ends in the middle is damaged", async () => {
  const whole = await plain(640, 400).jpeg().toBuffer();
  await expect(squareWebp(whole.subarray(0, whole.length / 2))).rejects.toThrow(pictureMessages.damaged);
});

test("whatever bytes are sent, they are a picture or are told not to be one", async () => {
  const files = await Promise.all(
    (["jpeg", "png", "webp"] as const).map((format) => plain(32, 20).toFormat(format).toBuffer()),
  );
  const bytes = fc.uint8Array({ maxLength: 64 });
  const broken = fc
    .tuple(fc.constantFrom(...files), fc.nat(400), bytes)
    .map(([file, place, bytes]) =>
      Buffer.concat([file.subarray(0, place), bytes, file.subarray(place + bytes.length)]),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, broken), async (file) => {
      const answer = await squareWebp(file).catch((error) => error);
      if (answer instanceof Uint8Array) expect((await sharp(answer).metadata()).format).toBe("webp");
      else expect(answer).toBeInstanceOf(PictureError);
    }),
  );
});

test.each(["svg", "gif", "tiff", "avif"] as const)("no reader of %s is there for what is sent", async (format) => {
  const file = format === "svg" ? Buffer.from(drawing) : await plain(9, 9).toFormat(format).toBuffer();
  await expect(sharp(file).metadata()).rejects.toThrow(/operation is blocked|unsupported image format/i);
  await expect(squareWebp(file)).rejects.toThrow(types);
});
