import { unitPriceOf } from "#shop/catalog/pricing/unit-price.ts";
import type { Product } from "#shop/catalog/product.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { decimalAmount } from "#shop/values/money.ts";

/** UN/CEFACT's codes of units. */
const unitCodes: Record<string, string> = { g: "GRM", kg: "KGM", ml: "MLT", l: "LTR", m: "MTR", piece: "C62" };

/** A product's own codes and weight in structured data. Without an SKU, it is known by its ID. */
export function codesAndWeight({ id, sku, gtin, weightGrams }: Product) {
  return {
    sku: sku ?? id,
    gtin: gtin ?? undefined,
    weight: weightGrams ? quantity(weightGrams, "g") : undefined,
  };
}

/** The former price, and what the unit price is of, as search engines show them (https://developers.google.com/search/docs/appearance/structured-data/merchant-listing). */
export function priceSpecifications(product: Product, currency: Currency) {
  const { priceCents, formerCents, contentAmount, contentUnit } = product;
  const unitPrice = unitPriceOf(product);
  const specifications = [
    formerCents && {
      "@type": "UnitPriceSpecification",
      priceType: "https://schema.org/StrikethroughPrice",
      price: decimalAmount(formerCents, currency),
      priceCurrency: currency,
    },
    unitPrice && {
      "@type": "UnitPriceSpecification",
      price: decimalAmount(priceCents, currency),
      priceCurrency: currency,
      referenceQuantity: {
        ...quantity(contentAmount as number, contentUnit as string),
        valueReference: quantity(1, unitPrice.unit),
      },
    },
  ].filter((specification) => specification);
  return specifications.length > 1 ? specifications : specifications[0];
}

function quantity(value: number, unit: string) {
  return { "@type": "QuantitativeValue", value, unitCode: unitCodes[unit] };
}
