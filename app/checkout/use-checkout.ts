import { useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { type CartLine, cartSubtotal } from "#shop/cart/cart-reducer.ts";
import { type PricedCartLine, withPricing } from "#shop/cart/compare-cart.ts";
import { destinationArea, type elsewhereFields, type VatArea, vatArea } from "#shop/checkout/delivery-address.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import type { nameFields, paymentFields } from "#shop/checkout/payment-form.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import { knownArea } from "#shop/delivery/delivery-area.ts";
import { type Area, optionsFor } from "#shop/delivery/delivery-option.ts";
import { saleArea } from "#shop/delivery/sale-area.ts";
import { safeParse } from "#shop/forms/validate.ts";
import { extraRules } from "#shop/orders/extra-fields.ts";
import { calculateSums, freeDeliveryCents, pickAdjustments } from "#shop/orders/sums.ts";
import { defaultCurrency } from "#shop/values/currencies.ts";
import { useFormats } from "#ui/formats.ts";
import { cartLines, forgetRemovals, useCart } from "../cart/cart-store.ts";
import { useCartProducts, useDestination } from "../cart/product-store.ts";
import { describeOutdated, type PurchaseAnswer } from "./answer-purchase.ts";
import { keepIdempotencyKey } from "./idempotency-key.ts";
import { useKeptCheckout } from "./kept-checkout.ts";
import { readPlatformCheckout } from "./kept-platform-checkout.ts";
import { useBuyer } from "./use-buyer.ts";
import { useDelivery } from "./use-delivery.ts";
import { useDiscount } from "./use-discount.ts";

/** What the form's fields say of an order. */
export type FormOrder = Pick<
  OrderForm,
  keyof typeof paymentFields | keyof Area | keyof typeof nameFields | (typeof elsewhereFields)[number]
>;

export type Checkout = ReturnType<typeof useCheckout>;

/** What a checkout orders and what it costs, by the customer's cart, discount code and delivery. @param answer the answer to the last order */
export function useCheckout(terms: CheckoutTerms, answer: PurchaseAnswer) {
  const cart = useCart();
  const kept = useKeptCheckout(terms.buyer, cart !== undefined);
  const buyer = useBuyer(terms.isVisitor === true, answer, kept);
  const [ordered, setOrdered] = useState<CartLine[]>();
  const [accepted, setAccepted] = useState<PurchaseAnswer>();
  const isBusy = useNavigation().state !== "idle";
  // A purchase empties the cart. The page keeps its lines until the receipt has loaded.
  const lines = isBusy && ordered && cart?.length === 0 ? ordered : cart;
  const products = useCartProducts(lines);
  const priced = withPricing(lines ?? [], products);
  const code = useDiscount(answer, terms);
  const { discount } = code;
  // The customer's, until they choose another one.
  const [typedArea, setTypedArea] = useState<VatArea>();
  const area = typedArea ?? vatArea({ ...terms.area?.stored, vatNumber: terms.company?.vatNumber });
  const options = useDelivery(terms, area, freeDeliveryCents(priced, discount), kept);
  const billing = knownArea({ country: area.billingCountry, zipCode: area.billingZipCode });
  const destination = {
    ...{ billingCountry: billing.country, billingZipCode: billing.zipCode },
    ...saleArea(knownArea(area), options?.option.isPickup === true, options?.place),
    goodsCents: cartSubtotal(lines ?? []),
    vatNumber: terms.company && safeParse(extraRules.vatNumber, area.vatNumber ?? "").output,
  };
  useDestination(terms.vatByDestination ? destination : undefined, lines);
  const delivery = options?.terms ?? terms.delivery;
  const formats = useFormats();
  const { currency } = formats;
  const submit = useSubmit();

  useEffect(() => forgetRemovals, []);

  /** Remembers what decides delivery and VAT: where the order goes, and the buyer's VAT number. */
  function setArea(typed: Partial<FormOrder>) {
    setTypedArea(vatArea(typed));
  }

  function order(filled: FormOrder) {
    // Browsers may have filled in the area without an event.
    setArea(filled);
    const area = destinationArea(filled);
    if (options && !optionsFor(options.choice, area).includes(options.option)) return;
    const lines = cartLines();
    const platformCheckout = readPlatformCheckout()?.link;
    setOrdered(lines);
    const order: OrderForm = {
      ...filled,
      ...(currency !== defaultCurrency && { currency }),
      checkoutKey: keepIdempotencyKey(),
      lines: withPricing(lines, products).map(postedLine),
      ...(discount && { discountCode: discount.code }),
      ...options?.posted,
      ...(platformCheckout !== undefined && { platformCheckout }),
      ...pickAdjustments(calculateSums(withPricing(lines, products), { delivery, discount })),
    };
    submit(order, { method: "post", encType: "application/json" });
  }

  return {
    ...{ answer, buyer, kept, isBusy, lines, products, priced, code, discount, options, delivery, order, setArea },
    /** Where the order goes, as far as the customer has said. */
    country: terms.area && knownArea(area).country,
    /** How the cart differed from what can be ordered, until the customer accepts it. */
    difference: answer === accepted || !answer.outdated ? undefined : describeOutdated(answer.outdated, formats),
    acceptDifference: () => setAccepted(answer),
  };
}

/** What an order says of a line: the price that its customer sees, and the catalog's where that is another one. */
function postedLine({ id, quantity, priceCents, home }: PricedCartLine): OrderForm["lines"][number] {
  const isOther = home !== undefined && home.priceCents !== priceCents;
  return { id, quantity, priceCents, ...(isOther && { catalogCents: home.priceCents }) };
}
