import { chooseVariant, type OptionChoice } from "#shop/catalog/groups/choose-variant.ts";
import type { Variant } from "#shop/catalog/groups/read-variants.ts";
import { colorOf, isColorName } from "#shop/catalog/option-colors.ts";
import { noPicture } from "#shop/pictures/no-picture.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { productAddress } from "#shop/values/product-address.ts";
import type { ShownChoice } from "./chooser.tsx";

/** More pictures would be small print. */
const mostPictures = 12;
const mostOthers = 20;

/** What the page of a sibling lets choose. @param variants all siblings, in the catalog's order */
export function variantChoice(
  product: { id: string; title: string },
  variants: Variant[],
  formats: Formats,
): ShownChoice {
  const { options, others } = chooseVariant(product.id, variants);
  return {
    options: options.map((option) => {
      const hasColors = isColorName(option.name) && option.values.every(({ value }) => colorOf(value));
      const hasPictures = !hasColors && haveOwnPictures(option, variants);
      return {
        name: option.name,
        values: option.values.map(({ value, variant, isChosen, isMade, note }) => ({
          ...{ value, to: productAddress(variant), isChosen, isMade },
          ...(note && { note }),
          ...(hasColors && { color: colorOf(value) }),
          ...(hasPictures && { picture: variant.thumbnail }),
        })),
      };
    }),
    others: others.slice(0, mostOthers).map((other) => ({
      to: productAddress(other),
      label: other.title === product.title ? `${other.title}, ${formatPrice(other.priceCents, formats)}` : other.title,
      ...(other.isSoldOut && { note: "out of stock" }),
    })),
  };
}

/** Whether an option is what siblings look different by: each value has a picture of its own. */
function haveOwnPictures({ name, values }: OptionChoice, variants: Variant[]) {
  if (values.length < 2 || values.length > mostPictures) return false;
  const having = variants.filter(({ options }) => options?.[name] !== undefined);
  const byValue = Map.groupBy(having, ({ options }) => options?.[name]);
  const pictures = [...byValue.values()].map((alike) => new Set(alike.map(({ thumbnail }) => thumbnail)));
  const all = pictures.flatMap((shown) => [...shown]);
  return pictures.every(({ size }) => size === 1) && new Set(all).size === all.length && !all.includes(noPicture);
}
