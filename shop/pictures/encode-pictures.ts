import sharp, { type Metadata, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { openPicture } from "./open-picture.ts";
import {
  largestPicture,
  PictureError,
  type PictureKind,
  type PictureSize,
  pictureMessages,
  sentPictures,
} from "./picture-rules.ts";
import { type PreparedHeader, shapes, sharedSize, widestOf } from "./picture-sizes.ts";

/** The studio's settings (`catalog/studio/encode.mjs`), but AVIF takes a third of the time for a sixth more bytes. See docs/decisions/0090. */
const formats = {
  avif: { quality: 66, effort: 2, chromaSubsampling: "4:4:4" },
  webp: { quality: 82, effort: 4, smartSubsample: true },
  png: { compressionLevel: 9 },
  // As in the studio's `mail-pictures.mjs`.
  jpeg: { quality: 80, mozjpeg: true },
} as const;

const avatarSide = 256;

/**
 * Makes a small square WebP, upright and without metadata.
 *
 * @throws PictureError for files that aren't pictures, are too large or are damaged
 */
export async function encodeAvatar(file: Uint8Array): Promise<Uint8Array> {
  if (file.length > largestPicture) throw new PictureError(pictureMessages.size);
  const { picture } = await openPicture(file);
  try {
    return await picture.resize(avatarSide, avatarSide, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
  } catch {
    throw new PictureError(pictureMessages.damaged);
  }
}

/**
 * Makes the first size and the master of an uploaded picture, upright and without metadata. See docs/decisions/0089.
 *
 * @returns what `readPrepared` reads
 * @throws PictureError for files that aren't pictures, are animated, too large or damaged
 */
export async function prepareUpload(file: Uint8Array, kind: PictureKind): Promise<Uint8Array> {
  if (file.length > sentPictures.largest) throw new PictureError(pictureMessages.sentSize);
  const { picture, metadata } = await openPicture(file);
  if ((metadata.pages ?? 1) > 1 || isAnimatedPng(file)) throw new PictureError(pictureMessages.moving);
  const { data, info } = await shaped(picture, metadata, kind)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PictureError(pictureMessages.damaged);
    });
  const { width, height } = info;
  const pixels = () => sharp(data, { raw: info });
  if (kind === "icon" && width < widestOf(kind)) throw new PictureError(pictureMessages.smallIcon);
  const first = firstSize(width, kind);
  const content = await encode(pixels(), width, first);
  // Only transparent pictures need a PNG.
  const master = await (info.channels === 4
    ? pixels().png({ compressionLevel: 1 })
    : pixels().jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
  ).toBuffer();
  const thumbhash = await thumbhashOf(pixels());
  const header: PreparedHeader = { width, height, thumbhash, first, firstBytes: content.length };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content, master]);
}

/** What pages show until the other sizes are made. */
function firstSize(width: number, kind: PictureKind): PictureSize {
  if (kind === "icon") return { format: "png", width: 180 };
  return { format: "webp", width: width > 400 ? 800 : 400 };
}

/** The middle square, or all of the picture. Pictures are never enlarged. See docs/decisions/0091. */
function shaped(picture: Sharp, { width, height }: Metadata, kind: PictureKind) {
  const { isSquare, mostHeight } = shapes[kind];
  const widest = widestOf(kind);
  if (!isSquare) return picture.resize(widest, mostHeight, { fit: "inside", withoutEnlargement: true });
  const side = Math.min(width, height, widest);
  return picture.resize(side, side, { fit: "cover" });
}

/** @param master from `prepareUpload` */
export async function encodeSize(master: Uint8Array, size: PictureSize): Promise<Uint8Array> {
  const { width } = await sharp(master).metadata();
  return encode(sharp(master), width, size);
}

/** Makes the JPEG of shared links, enlarged if need be. */
export function encodeShared(file: Uint8Array): Promise<Uint8Array> {
  const picture = sharp(file).resize({ width: sharedSize.width }).flatten({ background: "#ffffff" });
  return picture.toFormat(sharedSize.format, formats.jpeg).toBuffer();
}

function encode(picture: Sharp, pixels: number, { format, width }: PictureSize) {
  const resized = picture.resize({ width, kernel: "lanczos3", withoutEnlargement: true });
  // Shrinking makes pictures soft.
  const sharpened = width < pixels ? resized.sharpen({ sigma: 0.6, m1: 0.4, m2: 0.8 }) : resized;
  // A JPEG can't be transparent.
  const opaque = format === "jpeg" ? sharpened.flatten({ background: "#ffffff" }) : sharpened;
  return opaque.toFormat(format, formats[format]).toBuffer();
}

/** https://evanw.github.io/thumbhash/ */
async function thumbhashOf(picture: Sharp) {
  const { data, info } = await picture
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64url");
}

/** Animated PNGs have a chunk that says so before their first picture. */
function isAnimatedPng(file: Uint8Array) {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const chunk = bytes.indexOf("acTL");
  return chunk >= 0 && chunk < bytes.indexOf("IDAT") && bytes.toString("latin1", 1, 4) === "PNG";
}
