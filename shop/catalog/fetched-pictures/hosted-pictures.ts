import { hash } from "node:crypto";
import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import type { Product } from "../product.ts";

/** The columns of a product's pictures. */
type PictureColumns = Pick<ProductsTable, "thumbnail" | "images" | "imageAlts">;

const idsPerRead = 1000;

/** The id of an address among the fetches: addresses are too long for an index. */
export function fetchId(address: string) {
  return hash("sha256", address).slice(0, 32);
}

/** The addresses of a product's pictures that are at other sites, each once. */
export function addressesElsewhere({ thumbnail, images }: Pick<PictureColumns, "thumbnail" | "images">) {
  const all: string[] = [thumbnail, ...JSON.parse(images)];
  return [...new Set(all)].filter((address) => /^https?:/i.test(address) && URL.canParse(address));
}

/** Rows whose pictures are the shop's own where these have been fetched before. */
export async function withHostedPictures<Row extends PictureColumns>(db: Database, rows: Row[]): Promise<Row[]> {
  const hostedOf = await readHosted(db, rows.flatMap(addressesElsewhere));
  return hostedOf.size > 0 ? rows.map((row) => exchangePictures(row, hostedOf)) : rows;
}

/** The shop's own pictures that were fetched from some addresses, by these. */
export async function readHosted(db: Database, addresses: string[]): Promise<ReadonlyMap<string, string>> {
  const hostedOf = new Map<string, string>();
  const fetched = db.selectFrom("pictureFetches").where("state", "=", "fetched");
  const ids = [...new Set(addresses)].map(fetchId);
  // Most shops have fetched none.
  if (ids.length === 0 || !(await fetched.select("id").limit(1).executeTakeFirst())) return hostedOf;
  for (let start = 0; start < ids.length; start += idsPerRead) {
    const some = fetched.select(["source", "picture"]).where("id", "in", ids.slice(start, start + idsPerRead));
    for (const { source, picture } of await some.execute()) if (picture) hostedOf.set(source, picture);
  }
  return hostedOf;
}

/**
 * Exchanges addresses where they are, so that pictures keep their order. Addresses of the same file become one picture.
 *
 * @returns the same row if it has none of them
 */
export function exchangePictures<Row extends PictureColumns>(row: Row, hostedOf: ReadonlyMap<string, string>): Row {
  const images: string[] = JSON.parse(row.images);
  const alts: string[] = row.imageAlts ? JSON.parse(row.imageAlts) : [];
  if (![row.thumbnail, ...images].some((address) => hostedOf.has(address))) return row;
  const all = images.map((address, at) => ({ address: hostedOf.get(address) ?? address, alt: alts[at] ?? "" }));
  const kept = all.filter(({ address }, at) => all.findIndex((other) => other.address === address) === at);
  const keptAlts = kept.map(({ alt }) => alt).slice(0, kept.length === all.length ? alts.length : undefined);
  return {
    ...row,
    thumbnail: hostedOf.get(row.thumbnail) ?? row.thumbnail,
    images: JSON.stringify(kept.map(({ address }) => address)),
    imageAlts: keptAlts.some(Boolean) ? JSON.stringify(keptAlts) : row.imageAlts && null,
  };
}

/** Exchanges the addresses in a draft's content, which may lack some fields. @returns the same text if it has none of them */
export function exchangeInDraft(content: string, hostedOf: ReadonlyMap<string, string>) {
  const draft: Partial<Product> = JSON.parse(content);
  const pictures = picturesInDraft(draft);
  const after = exchangePictures(pictures, hostedOf);
  if (after === pictures) return content;
  const alts = after.imageAlts === null ? undefined : JSON.parse(after.imageAlts);
  return JSON.stringify({
    ...draft,
    ...(draft.thumbnail !== undefined && { thumbnail: after.thumbnail }),
    ...(draft.images && { images: JSON.parse(after.images) }),
    ...(draft.imageAlts && { imageAlts: alts }),
  });
}

/** The pictures of a draft as those of a product's row. */
export function picturesInDraft({ thumbnail = "", images = [], imageAlts }: Partial<Product>): PictureColumns {
  return { thumbnail, images: JSON.stringify(images), imageAlts: imageAlts ? JSON.stringify(imageAlts) : null };
}
