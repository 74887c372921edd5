import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { plain } from "../../tests/support/hostile-pictures.ts";
import { isThorough } from "../../tests/support/thorough.ts";
import { encodeAvatar } from "./encode-pictures.ts";
import { PictureError, pictureMessages } from "./picture-rules.ts";

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const types = pictureMessages.type;

// Security: 12.4.2
test.each(["jpeg", "png", "webp"] as const)("a %s becomes a square WebP of 256 pixels", async (format) => {
  const webp = await encodeAvatar(await plain(640, 400).toFormat(format).toBuffer());
  expect(await sharp(webp).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
});

test("a small picture is enlarged", async () => {
  const webp = await encodeAvatar(await plain(3, 2).png().toBuffer());
  expect(await sharp(webp).metadata()).toMatchObject({ width: 256, height: 256 });
});

// Security: 12.3.1
test("the picture is upright and has no metadata", async () => {
  const redAbove = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#ff0000" } })
    .extend({ bottom: 20, background: "#0000ff" })
    .jpeg({ quality: 100 })
    .withExif({ IFD0: { Copyright: "Ada" } })
    .withMetadata({ orientation: 3 })
    .toBuffer();
  const webp = await encodeAvatar(redAbove);
  const { exif, orientation } = await sharp(webp).metadata();
  expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined });
  const top = await sharp(webp).extract({ left: 128, top: 20, width: 1, height: 1 }).raw().toBuffer();
  expect(top[2], "upside down for the camera: blue comes on top").toBeGreaterThan(200);
});

test.each([
  ["no bytes", Buffer.alloc(0)],
  ["a text", Buffer.from("GIF89a is a text, too")],
  ["an SVG", Buffer.from(drawing)],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj")],
  ["an HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic")],
  ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
])("%s is refused", async (_, file) => {
  await expect(encodeAvatar(file)).rejects.toThrow(types);
});

// Security: 12.1.1
test("a file of more than 5 MB is too large", async () => {
  await expect(encodeAvatar(Buffer.alloc(5 * 1024 * 1024 + 1))).rejects.toThrow(pictureMessages.size);
});

// Security: 12.1.2
test("a small file with very many pixels is refused", async () => {
  const bomb = await plain(8192, 6145).png().toBuffer();
  expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
  await expect(encodeAvatar(bomb)).rejects.toThrow(pictureMessages.pixels);
});

test("a phone's photo of 50 megapixels is accepted", async () => {
  const webp = await encodeAvatar(await plain(8192, 6144).jpeg({ quality: 50 }).toBuffer());
  expect(await sharp(webp).metadata()).toMatchObject({ width: 256, height: 256 });
});

test.each([
  ["a progressive JPEG of 24 megapixels", () => plain(6000, 4000).jpeg({ progressive: true })],
  ["an interlaced PNG of 12 megapixels", () => plain(4000, 3000).png({ progressive: true })],
  ["a WebP of 24 megapixels", () => plain(6000, 4000).webp({ effort: 0 })],
])("%s is accepted", async (_, picture) => {
  expect((await encodeAvatar(await picture().toBuffer())).length).toBeGreaterThan(0);
});

// Security: 12.1.1
test.each([
  ["a progressive JPEG of 40 megapixels", () => plain(8000, 5000).jpeg({ progressive: true })],
  [
    "an interlaced PNG of 40 megapixels with 16 bits",
    () => plain(8000, 5000).toColourspace("rgb16").png({ progressive: true }),
  ],
  ["a WebP of 41 megapixels", () => plain(8200, 5000).webp({ effort: 0 })],
])("%s is refused, because a decoder would hold all of it", async (_, picture) => {
  const file = await picture().toBuffer();
  expect(file.length).toBeLessThan(5 * 1024 * 1024);
  await expect(encodeAvatar(file)).rejects.toThrow(pictureMessages.costly);
});

test("an animated picture becomes its first frame", async () => {
  const frames = sharp(Buffer.alloc(20 * 60 * 3, 0).fill(255, 20 * 20 * 3), {
    raw: { width: 20, height: 60, channels: 3, pageHeight: 20 },
  });
  const moving = await frames.webp({ loop: 0, lossless: true }).toBuffer();
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
  const webp = await encodeAvatar(moving);
  expect((await sharp(webp).metadata()).pages ?? 1).toBe(1);
  expect((await sharp(webp).stats()).channels[0]?.mean).toBeLessThan(5);
});

describe.each([false, true])("a JPEG (progressive: %s)", (progressive) => {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width: 320, height: 320, channels: 3, background: "#808080", noise } as const;

  test.each([1, 2])("without the last %i bytes, its end mark, is accepted", async (missing) => {
    const whole = await sharp({ create }).jpeg({ progressive }).toBuffer();
    expect(await encodeAvatar(whole.subarray(0, -missing))).toEqual(await encodeAvatar(whole));
  });

  test.each([0.3, 0.5, 0.9])("of which only %d is there is damaged", async (part) => {
    const whole = await sharp({ create })
      .jpeg({ progressive })
      .withExif({ IFD0: { Artist: "\xff\xd9" } })
      .toBuffer();
    const cut = whole.subarray(0, whole.length * part);
    await expect(encodeAvatar(cut)).rejects.toThrow(pictureMessages.damaged);
  });
});

// Security: 12.2.1
test("any bytes become a picture or a PictureError", async () => {
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
      const answer = await encodeAvatar(file).catch((error) => error);
      if (answer instanceof Uint8Array) expect((await sharp(answer).metadata()).format).toBe("webp");
      else expect(answer).toBeInstanceOf(PictureError);
    }),
    { numRuns: isThorough ? 100 : 25 },
  );
});

// Security: 5.2.7
test.each(["svg", "gif", "tiff", "avif"] as const)("uploads never reach the reader of %s", async (format) => {
  const file = format === "svg" ? Buffer.from(drawing) : await plain(9, 9).toFormat(format).toBuffer();
  await expect(sharp(file).metadata()).rejects.toThrow(/operation is blocked|unsupported image format/i);
  await expect(encodeAvatar(file)).rejects.toThrow(types);
});
