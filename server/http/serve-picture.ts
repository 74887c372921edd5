import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context, Handler } from "hono";
import { type PictureSize, PicturesBusyError } from "#shop/pictures/picture-rules.ts";
import { sharedSize, widths } from "#shop/pictures/picture-sizes.ts";
import { makeSharedPicture } from "#shop/pictures/shared-pictures.ts";
import { findPictureFile } from "#shop/pictures/uploaded-pictures.ts";
import type { Shop } from "#shop/shop.ts";
import { noteUnavailable } from "#shop/unavailable.ts";
import { answerStorageOutage } from "#web/storage-outage.ts";
import { projectFolder } from "../environment/config.ts";

const cachedForever = "public, max-age=31536000, immutable";
const cachedForADay = "public, max-age=86400";

/**
 * Answers `GET /pictures/uploaded/:file` with an uploaded picture. A URL never changes its picture, so it is cached forever; until a size is made, the
 * nearest one is sent instead and not cached.
 */
export function servePicture(shop: Pick<Shop, "db" | "pictureFiles">): Handler {
  return async (context, next) => {
    const asked = readName(context.req.param("file") ?? "");
    if (!asked) return next();
    return (await answerStorageOutage(() => serveSize(shop, context, asked))) ?? next();
  };
}

/** @returns undefined if there is no such picture */
async function serveSize(
  shop: Pick<Shop, "db" | "pictureFiles">,
  context: Context,
  { id, size }: { id: string; size: PictureSize },
) {
  const isShared = size.format === sharedSize.format && size.width === sharedSize.width;
  const found = await findPictureFile(shop, id, isShared ? { ...sharedSize, format: "webp" } : size);
  if (!found) return undefined;
  const { format, width, content, isPreliminary } = found;
  const cacheControl = isPreliminary ? "no-cache" : cachedForever;
  const tag = `"${id}-${width}.${format}"`;
  if (isShared) return serveShared(context, { key: tag, file: content, cacheControl });
  context.header("Content-Type", `image/${format}`);
  context.header("Cache-Control", cacheControl);
  return withTag(context, tag, content);
}

/** Answers `GET /pictures/:name/:view-1200.jpeg` with the JPEG of one of the sample catalog's pictures, for shared links. */
export function serveSharedSample(): Handler {
  return async (context, next) => {
    const [, name, view] = /^\/pictures\/([\w-]+)\/([\w-]+)-1200\.jpeg$/.exec(context.req.path) ?? [];
    if (!name || !view) return next();
    const path = join(projectFolder, "catalog/pictures", name, `${view}-1200.webp`);
    const file = await readFile(path).catch(() => undefined);
    return file ? serveShared(context, { key: path, file, cacheControl: cachedForADay }) : next();
  };
}

async function serveShared(
  context: Context,
  { key, file, cacheControl }: { key: string; file: Uint8Array; cacheControl: string },
) {
  try {
    const content = await makeSharedPicture(key, file);
    return context.body(content, 200, { "Content-Type": "image/jpeg", "Cache-Control": cacheControl });
  } catch (error) {
    if (!(error instanceof PicturesBusyError)) throw error;
    noteUnavailable("busy");
    return context.body(null, 503, { "Retry-After": "10" });
  }
}

function withTag(context: Context, tag: string, content: Uint8Array<ArrayBuffer>) {
  context.header("ETag", tag);
  const known = context.req.header("if-none-match")?.split(/,\s*/) ?? [];
  return known.includes(tag) ? context.body(null, 304) : context.body(content);
}

const fileName = new RegExp(`^([\\da-f]{32})-(${widths.join("|")})\\.(avif|webp|png|jpeg)$`);

function readName(file: string) {
  const [, id, width, format] = fileName.exec(file) ?? [];
  return id && { id, size: { width: Number(width), format } as PictureSize };
}
