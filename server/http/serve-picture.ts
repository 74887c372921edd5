import type { Context, Handler } from "hono";
import type { PictureSize } from "#shop/pictures/picture-rules.ts";
import { widths } from "#shop/pictures/picture-sizes.ts";
import { findPictureFile } from "#shop/pictures/uploaded-pictures.ts";
import type { Shop } from "#shop/shop.ts";

const cachedForever = "public, max-age=31536000, immutable";

/**
 * Answers `GET /pictures/uploaded/:file` with an uploaded picture. A URL never changes its picture, so it is cached forever; until a size is made, the
 * nearest one is sent instead and not cached.
 */
export function servePicture({ db }: Pick<Shop, "db">): Handler {
  return async (context, next) => {
    const asked = readName(context.req.param("file") ?? "");
    if (!asked) return next();
    const found = await findPictureFile(db, asked.id, asked.size);
    if (!found) return next();
    const { format, width, content, isPreliminary } = found;
    context.header("Content-Type", `image/${format}`);
    context.header("Cache-Control", isPreliminary ? "no-cache" : cachedForever);
    return withTag(context, `"${asked.id}-${width}.${format}"`, content);
  };
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
