import { addDiscount } from "#shop/discounts/change-discount.ts";
import { type DiscountFields, discountForm } from "#shop/discounts/discount-form.ts";
import { validate } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { defaultFormats } from "#shop/values/locale.ts";

/** A code's form that is filled in well: 10 % off, with the given fields changed. */
export function discountFields(changes: Partial<DiscountFields> = {}) {
  const { values, errors } = validate(discountForm(defaultFormats), {
    code: "SPRING",
    kind: "percent",
    value: "10",
    ...changes,
  });
  if (!values) throw new Error(JSON.stringify(errors));
  return values;
}

/** Deletes all codes: a shop without any asks for none. */
export async function removeDiscounts({ db }: Shop) {
  await db.deleteFrom("discountUses").execute();
  await db.deleteFrom("discounts").execute();
}

/** Sets up a code in a shop, as its owner does. */
export async function setUpDiscount(shop: Shop, changes: Partial<DiscountFields> = {}) {
  await addDiscount(shop, discountFields(changes), "olga@example.com");
}
