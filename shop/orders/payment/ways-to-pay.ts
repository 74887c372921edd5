import type { PaymentProvider } from "../../payments/provider.ts";
import { describeProvider, providerSetups } from "../../payments/registry.ts";
import type { Shop } from "../../shop.ts";
import { cards, isCard, offlineMethod } from "../payment-method.ts";

/** A way to pay, as the checkout offers it. */
export interface PaymentWay {
  /** As orders keep it: a card, `invoice`, or a provider's name. */
  value: string;
  label: string;
  /** What the checkout says of it. */
  note: string;
}

type PaymentSetup = Pick<Shop, "payments" | "settings">;

/** Whether the checkout itself checks a card, and takes no money: the shop has no other way to pay. */
export function checksCards({ payments, settings }: PaymentSetup) {
  return payments.size === 0 && !takesOffline(settings);
}

/** Whether customers can pay outside the shop: the owner says how, or sends them an invoice that does. */
function takesOffline({ paymentInstructions, invoiceTerms }: PaymentSetup["settings"]) {
  return paymentInstructions !== "" || invoiceTerms !== undefined;
}

const cardNote =
  "We check your card in your browser. Your card details are never sent to us or stored, and no money is taken.";
const offlineNote = "You'll pay by invoice or bank transfer after you order. We'll email you how.";

/** The ways to pay that customers choose from. None if no provider takes the shop's currency, and the owner gives no instructions. */
export function waysToPay(shop: PaymentSetup): PaymentWay[] {
  if (checksCards(shop)) return cards.map((card) => ({ ...card, note: cardNote }));
  const offered = offeredProviders(shop).map(({ name }) => {
    const { label, checkoutNote: note } = describeProvider(name);
    return { value: name, label, note };
  });
  const isOffered = takesOffline(shop.settings) && (offered.length === 0 || shop.settings.offersInvoice);
  return isOffered ? [...offered, { ...offlineMethod, note: offlineNote }] : offered;
}

/** The provider of a payment by this method; a card is paid with the first one that takes cards. Undefined where none offers it. */
export function findProvider(shop: PaymentSetup, method: string): PaymentProvider | undefined {
  const offered = offeredProviders(shop);
  return offered.find(({ name }) => name === method) ?? (isCard(method) ? offered.find(takesCards) : undefined);
}

/** Whether customers can pay with a card. */
export function acceptsCards(shop: PaymentSetup) {
  return checksCards(shop) || offeredProviders(shop).some(takesCards);
}

/** Those that take the shop's currency. */
function offeredProviders({ payments, settings }: PaymentSetup) {
  return [...payments.values()].filter((provider) => provider.leastCents(settings.currency) !== undefined);
}

function takesCards({ name }: PaymentProvider) {
  return providerSetups.get(name)?.takesCards === true;
}
