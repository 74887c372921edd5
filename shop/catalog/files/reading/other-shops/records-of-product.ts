import { isMeantAsAddress } from "../../../../pictures/picture-list.ts";
import { cutText } from "../../../../text/cut-text.ts";
import { markdownOfHtml } from "../html-markdown.ts";
import { categoryOfPath } from "./category-paths.ts";
import type { ExportIds } from "./export-ids.ts";
import type { OtherPicture, OtherProduct, OtherVariant } from "./other-product.ts";
import type { ExportReading } from "./shop-format.ts";

/** Pieces of a new product of which the old shop counted none, although it could be bought. See docs/decisions/0202. */
export const uncountedStock = 100;
/** The category of a new product without one. */
export const otherCategory = "Other";
const mostOptions = 3;
/** Of a product: each of its variants has them all. */
const mostPictures = 250;
/** Characters, as the catalog's rules have it. */
const mostInOption = 100;
const longestGroup = 100;

/** What a product of the old shop becomes here. */
export interface ConvertedVariant {
  line: number;
  /** As catalog files write it, with a description in Markdown. */
  record: { id: string } & Record<string, unknown>;
  /** What a product lacks that the shop doesn't have yet. */
  problem?: string | undefined;
}

/**
 * A product of another shop as products of this one: a sibling for each variant. What this shop counts by itself, such as an uncounted stock, is only
 * given to products that it doesn't have yet.
 */
export async function recordsOfProduct(
  product: OtherProduct,
  ids: ExportIds,
  reading: Pick<ExportReading, "note" | "warn">,
): Promise<ConvertedVariant[]> {
  const variants = withoutRepeated(
    product.variants.map((variant) => withFewOptions(product.isDraft ? asDraft(variant, reading) : variant, reading)),
    reading,
  );
  const shared = sharedFields(product, variants[0]?.line ?? 0, reading);
  const handle = ids.take(product.handle);
  const variantIds = await ids.ofVariants(handle, variants);
  const isGroup = variants.some(({ options }) => options.length > 0);
  const group = isGroup ? cutText(handle, longestGroup) : null;
  const known = await ids.known(variantIds);
  return variants.map((variant, index) => {
    const id = variantIds[index] ?? handle;
    const record = {
      id,
      ...shared,
      ...ownFields(variant),
      group,
      options: isGroup ? Object.fromEntries(variant.options) : null,
    };
    const all = { ...record, ...picturesFor(variant, product, reading) };
    if (known.has(id)) return { line: variant.line, record: all };
    return {
      line: variant.line,
      record: { ...all, ...initialFields(variant, shared, reading) },
      problem: problemOf(all),
    };
  });
}

/** A draft may lack its price, and has no sale. */
function asDraft(
  { saleStarts, saleEnds, salePrice, price, ...variant }: OtherVariant,
  { note }: Pick<ExportReading, "note">,
): OtherVariant {
  if (salePrice) note("no sale, because drafts have none");
  return { ...variant, price: price || 0 };
}

function sharedFields(product: OtherProduct, line: number, reading: Pick<ExportReading, "warn">) {
  const { title, brand, seoTitle, seoDescription, categories, tags } = product;
  const [main, ...others] = categories;
  const category = main && categoryOfPath(main);
  const further = others.map((path) => path.at(-1) ?? "").filter((name) => name !== main?.at(-1));
  return {
    ...given({ title: title || undefined, brand, seoTitle, seoDescription, category }),
    ...((tags !== undefined || further.length > 0) && { tags: [...new Set([...(tags ?? []), ...further])] }),
    ...(product.description !== undefined && { description: describe(product.description, product, line, reading) }),
  };
}

function describe(
  html: string,
  { marksLines = false }: OtherProduct,
  line: number,
  { warn }: Pick<ExportReading, "warn">,
) {
  const text = markdownOfHtml(html, { marksLines });
  if (text === undefined) warn(line, "its description has more than 10,000 tags, and is left out");
  return text ?? "";
}

function ownFields(variant: OtherVariant) {
  const { line, handle, options, pictures, price, ...fields } = variant;
  return given({ ...fields, price: price === "" ? undefined : price });
}

function problemOf({ title, price }: { title?: unknown; price?: unknown }) {
  if (title === undefined) return "title is missing";
  return price === undefined ? "price is missing" : undefined;
}

function initialFields(
  { stock }: OtherVariant,
  { category, description }: { category?: unknown; description?: unknown },
  { note }: Pick<ExportReading, "note">,
) {
  if (stock === undefined) note(`${uncountedStock} in stock to begin with, because the file has no number`);
  if (category === undefined) note(`category “${otherCategory}”, because the file has none`);
  return {
    ...(stock === undefined && { stock: uncountedStock }),
    ...(category === undefined && { category: otherCategory }),
    ...(description === undefined && { description: "" }),
  };
}

/** Without fields that the file doesn't have. */
function given<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}

/** A variant's own pictures come first, so that they are on its card. */
function picturesFor(
  { line, pictures: own = [] }: OtherVariant,
  { pictures: found }: OtherProduct,
  { warn }: Pick<ExportReading, "warn">,
) {
  if (found === undefined && own.length === 0) return {};
  const all = found?.slice(0, mostPictures);
  const altOf = new Map((all ?? []).map(({ address, alt }) => [address, alt]));
  const pictures = [
    ...own.map((picture) => ({ ...picture, alt: picture.alt || (altOf.get(picture.address) ?? "") })),
    ...(all ?? []),
  ];
  const apart = [...new Map(pictures.toReversed().map((picture) => [picture.address, picture])).values()].toReversed();
  const kept = inFirstOrder(pictures, apart).filter(({ address }) => {
    const isAddress = isMeantAsAddress(address);
    if (!isAddress) warn(line, `picture “${cutText(address, 60)}” isn't an address (https://…), and is left out`);
    return isAddress;
  });
  const images = kept.map(({ address }) => address);
  const alts = kept.map(({ alt }) => alt);
  return { images, imageAlts: alts.some(Boolean) ? alts : null, ...(images[0] && { thumbnail: images[0] }) };
}

function inFirstOrder(pictures: OtherPicture[], apart: OtherPicture[]) {
  const addresses = [...new Set(pictures.map(({ address }) => address))];
  const byAddress = new Map(apart.map((picture) => [picture.address, picture]));
  return addresses.flatMap((address) => byAddress.get(address) ?? []);
}

/** Further options become part of the last one that fits. */
function withFewOptions(variant: OtherVariant, { note }: Pick<ExportReading, "note">): OtherVariant {
  const options = variant.options.map(([name, value]): [string, string] => [
    cutText(name || "Option", mostInOption),
    cutText(value, mostInOption),
  ]);
  if (options.length <= mostOptions) return { ...variant, options };
  note(`more than ${mostOptions} options, of which the last ones are joined`);
  const last = options.slice(mostOptions - 1);
  const [name, value] = [0, 1].map((part) =>
    cutText(last.map((option) => option[part as 0 | 1]).join(" / "), mostInOption),
  );
  return { ...variant, options: [...options.slice(0, mostOptions - 1), [name ?? "", value ?? ""]] };
}

function withoutRepeated(variants: OtherVariant[], { warn }: Pick<ExportReading, "warn">) {
  const lines = new Map<string, number>();
  return variants.filter(({ options, handle, line }) => {
    const key = handle ?? JSON.stringify(options);
    const first = lines.get(key);
    if (first !== undefined) warn(line, `it repeats the variant on line ${first}, and is left out`);
    else lines.set(key, line);
    return first === undefined;
  });
}
