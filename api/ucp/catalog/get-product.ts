import type { Database } from "#database/connect.ts";
import { optionSlug } from "#shop/catalog/filters/option-filters.ts";
import { chooseVariant } from "#shop/catalog/groups/choose-variant.ts";
import { readVariants, type Variant } from "#shop/catalog/groups/read-variants.ts";
import { type SelectedOption, selectVariants, signalsOf } from "#shop/catalog/groups/select-variants.ts";
import { findFeatured, keptOf, numbersOf, readGroupsOf, type ShownGroup } from "#shop/catalog/lists/read-groups.ts";
import type { Product } from "#shop/catalog/product.ts";
import { findIdentified } from "#shop/catalog/products/find-identified.ts";
import { renderProductDescription } from "#shop/catalog/products/render-product-description.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { errorMessage, Refusal } from "#shop/platforms/refusal.ts";
import type { Shop } from "#shop/shop.ts";
import { plainTextOf } from "#shop/text/markdown.ts";
import { defineOperation } from "../operation.ts";
import { productRequest } from "./catalog-schemas.ts";
import { askedList } from "./list-choice.ts";
import { productJson } from "./product-json.ts";

/** Of one answer. */
const mostVariants = 100;

export const getProduct = defineOperation({
  name: "get_product",
  title: "Get a product",
  description:
    "Reads one product with all its options. Selected options narrow the variants, and each value says whether it can be had with the others.",
  capability: "dev.ucp.shopping.catalog.lookup",
  method: "POST",
  path: "/catalog/product",
  bodyName: "catalog",
  body: productRequest,
  resultSchema: "catalog_lookup.json#/$defs/get_product_response",
  async run({ shop, db, body: { id, selected, preferences, filters, context } }) {
    const { settings, now } = shop;
    const asked = askedList(settings, filters, context);
    const found = asked.isEmpty ? undefined : await findProduct(db, shop, id);
    if (!found) throw notFound(id);
    const { product, isGroup } = found;
    const siblings = await readVariants(db, product, now());
    const variants = siblings.length > 0 ? siblings : [asVariant(product)];
    // A variant's ID already says which options are selected.
    const narrowed =
      isGroup && selected ? selectVariants(variants, { selected, preferences }) : ownOptions(product, variants);
    const numbers = await numbersOf(db, inOrder(narrowed.matching, isGroup ? undefined : product.id));
    const kept = await keptOf(db, numbers, asked);
    const [group] = await readGroupsOf(db, [numbers.filter((number) => kept.has(number))]);
    if (!group) throw notFound(id);
    const description = await descriptionOf(db, group, settings.shopUrl);
    const { options: _, variants: shown, ...json } = productJson(settings, { group, description });
    const options = optionsJson(group, variants, narrowed.selected);
    return {
      content: {
        product: { ...json, ...(options.length > 0 && { options, selected: narrowed.selected }), variants: shown },
        ...(asked.messages.length > 0 && { messages: asked.messages }),
      },
    };
  },
});

/** The product that an identifier names; for a group, its featured variant. */
async function findProduct(db: Database, { settings, now }: Pick<Shop, "settings" | "now">, id: string) {
  const identified = { identifiers: [id], shopUrl: settings.shopUrl, now: now() };
  const [found] = await findIdentified(db, identified);
  if (!found) return undefined;
  const { number, isGroup } = found;
  const featured = isGroup ? await findFeatured(db, number, { filters: [] }) : number;
  const [group] = await readGroupsOf(db, [[featured ?? number]]);
  const product = group?.variants[0];
  return product && { product, isGroup };
}

function notFound(id: string) {
  const content = `Product not found: ${id}`;
  return new Refusal([errorMessage("not_found", content, "unrecoverable")]);
}

function asVariant(product: Product): Variant {
  const { id, title, options, priceCents, thumbnail } = product;
  const address = product.address ?? null;
  return { id, address, title, options, priceCents, thumbnail, isSoldOut: isSoldOut(product) };
}

/** The selection that leads to a product. */
function ownOptions({ options }: Product, variants: Variant[]) {
  const selected = Object.entries(options ?? {}).map(([name, label]) => ({ name, label }));
  return selectVariants(variants, { selected });
}

/** The IDs of variants: first the one that is asked for, or else one that can be bought. */
function inOrder(variants: Variant[], asked: string | undefined) {
  const first = variants.find(({ id, isSoldOut }) => (asked === undefined ? !isSoldOut : id === asked)) ?? variants[0];
  const ids = variants.map(({ id }) => id).filter((id) => id !== first?.id);
  return [...(first ? [first.id] : []), ...ids].slice(0, mostVariants);
}

/** The description in all formats. The addresses in HTML lead to the shop from anywhere. */
async function descriptionOf(db: Database, { variants: [leader] }: ShownGroup, shopUrl: string) {
  const { description, title } = leader;
  if (description === "") return { plain: title };
  const html = await renderProductDescription(db, description);
  return {
    plain: plainTextOf(description),
    markdown: description,
    html: html.replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${shopUrl}/`),
  };
}

/** All options with their values, each of which says whether it can be had with what is selected. */
function optionsJson({ variants: [leader] }: ShownGroup, variants: Variant[], selected: SelectedOption[]) {
  const { options } = chooseVariant(leader.id, variants);
  return options.map(({ name, values }) => {
    const signals = signalsOf(variants, name, selected);
    return {
      name,
      values: values.map(({ value }) => ({
        label: value,
        ...(signals.get(optionSlug(value)) ?? { exists: false, available: false }),
      })),
    };
  });
}
