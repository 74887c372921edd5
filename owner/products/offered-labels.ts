import { pathInWords, type ShopCategory } from "#shop/catalog/categories.ts";
import { rateChoices, type Taxes } from "#shop/taxes/taxes.ts";

interface Label {
  slug: string;
  name: string;
  /** With the category that it is in. */
  path?: string;
}

/** What a product's form offers: categories, tags, and VAT rates once the seller is registered. */
export type OfferedLabels = Record<ShopCategory["kind"] | "vatRate", Label[]>;

export function offeredLabels({ categories, taxes }: { categories: ShopCategory[]; taxes: Taxes }): OfferedLabels {
  const ofKind = (kind: ShopCategory["kind"]) =>
    categories
      .filter((category) => category.kind === kind)
      .map(({ slug, name, parent }) => ({
        ...{ slug, name },
        ...(parent !== null && { path: pathInWords(categories, slug) }),
      }));
  const rates = taxes.isRegistered ? rateChoices(taxes).map(({ id: slug, name }) => ({ slug, name })) : [];
  return { category: ofKind("category"), tag: ofKind("tag"), vatRate: rates };
}
