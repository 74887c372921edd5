import type { Database } from "#database/connect.ts";
import { dependsOnArea, knownArea } from "../delivery/delivery-area.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { saleArea } from "../delivery/sale-area.ts";
import { calculateSums, calculateVat } from "../orders/sums.ts";
import { type OrderDetails, readOrder } from "../orders/views/read-order.ts";
import { readOrderTerms } from "../settings/settings.ts";
import type { Destination } from "../taxes/treatment.ts";
import { countryNamed } from "../values/countries.ts";
import { type Caller, continueUrl, extensions, toLinks } from "./caller.ts";
import { shownContext } from "./check-claims.ts";
import { chooseFulfillment, type FulfillmentChoice } from "./choose-fulfillment.ts";
import { toDiscounts, toFulfillment, toLineItems } from "./describe-selection.ts";
import { type CheckoutRow, stageOf } from "./find-checkout.ts";
import { toOrderedFulfillment } from "./ordered-fulfillment.ts";
import { orderTotals, toConfirmation, toOrderedItems } from "./ordered-items.ts";
import { priceAtDestination } from "./price-items.ts";
import { priceSelection } from "./read-sent.ts";
import { errorMessage, type Message } from "./refusal.ts";
import { readSelection, type Selection } from "./selection.ts";
import type { SentDestination } from "./selection-form.ts";
import { toTotals } from "./totals.ts";

type Described = Awaited<ReturnType<typeof describeOpen>>;

/** A checkout as the protocol has it: https://ucp.dev/2026-04-08/schemas/shopping/checkout.json. Its sums are those of the shop's own checkout. */
export async function describeCheckout(db: Database, caller: Caller, row: CheckoutRow) {
  const { settings, now } = caller.shop;
  const stage = stageOf(row, now());
  const selection = readSelection(row);
  const common = {
    ...{ id: row.id, currency: settings.currency, links: toLinks(settings) },
    ...{ expires_at: new Date(row.expiresAt).toISOString() },
    ...(selection.context && { context: shownContext(selection.context) }),
  };
  const buyer = selection.buyer && { buyer: shownBuyer(caller, selection.buyer) };
  if (stage === "completed" || stage === "inProgress") {
    const order = await readOrder(db, row.orderNumber ?? "");
    if (order) return { ...common, ...(caller.isSigned && buyer), ...describePlaced(caller, row, { order, stage }) };
  }
  const open = await describeOpen(db, caller, selection);
  if (stage === "canceled") return { ...common, ...buyer, ...open, status: "canceled", messages: [] };
  return { ...common, ...buyer, ...withHandoff(open), continue_url: continueUrl(settings, row.link) };
}

/**
 * Once nothing is missing that a platform can send, its buyer goes on in the shop. It is never ready to be completed by the platform: the account and
 * the payment are the shop's. See docs/decisions/0268.
 */
function withHandoff(open: Described) {
  if (open.messages.some(({ type }) => type === "error")) return { ...open, status: "incomplete" };
  const text = "The buyer signs in and pays in the shop. Send them to continue_url.";
  const handoff = errorMessage("payment_required", text, "requires_buyer_input");
  return { ...open, status: "requires_escalation", messages: [...open.messages, handoff] };
}

async function describeOpen(db: Database, caller: Caller, selection: Selection) {
  const { settings } = caller.shop;
  const { currency } = settings;
  const { items: priced, hasCodes, discount, messages } = await priceSelection(db, caller, selection);
  const { discountCents } = calculateSums(priced.lines, { discount });
  const options = await readDeliveryOptions(db);
  const { countries } = await readOrderTerms(db);
  const isChosen = caller.capabilities.has(extensions.fulfillment) && priced.lines.length > 0;
  const terms = { options, countries, lines: priced.lines, discountCents };
  const choice = isChosen ? chooseFulfillment(selection, terms) : undefined;
  const items = await priceAtDestination(db, caller.shop, priced, destinationOf(choice, terms));
  const { lines } = items;
  const delivery = choice?.option ?? settings.delivery;
  const pricing = { discount, ...(lines.length > 0 && { delivery }) };
  return {
    line_items: toLineItems(items, discount, settings),
    totals: toTotals(calculateSums(lines, pricing), calculateVat(lines, pricing), { isPickup: delivery.isPickup }),
    ...(hasCodes && { discounts: toDiscounts(selection.codes, lines, { discount, currency }) }),
    ...(choice && { fulfillment: toFulfillment(choice, { lines, discount, options }) }),
    messages: [...messages, ...missingItems(lines, messages), ...messagesOf(choice)],
  };
}

/** What decides the VAT, as the shop's own checkout would know it. */
function destinationOf(
  choice: FulfillmentChoice | undefined,
  { options, countries }: Pick<Parameters<typeof chooseFulfillment>[1], "options" | "countries">,
): Destination {
  if (choice?.option?.isPickup) return saleArea({}, true, choice.place);
  const { address_country, postal_code }: Partial<SentDestination> = choice?.destination ?? {};
  if (!address_country || !dependsOnArea(options, countries)) return {};
  return knownArea({ country: countryNamed(address_country)?.code, zipCode: postal_code });
}

function messagesOf(choice: FulfillmentChoice | undefined) {
  return choice?.messages ?? [];
}

function missingItems(lines: unknown[], messages: Message[]) {
  const isExplained = lines.length > 0 || messages.some(({ type }) => type === "error");
  return isExplained ? [] : [errorMessage("missing", "Nothing is being bought.", "recoverable", "$.line_items")];
}

interface Placed {
  order: OrderDetails;
  stage: "completed" | "inProgress";
}

/** What the buyer has ordered, whatever the catalog says since. */
function describePlaced(caller: Caller, row: CheckoutRow, { order, stage }: Placed) {
  const { shop, capabilities } = caller;
  const hasFulfillment = capabilities.has(extensions.fulfillment);
  const { fulfillment, messages } = toOrderedFulfillment(order, row, caller);
  const code = order.discountCode;
  const applied = code === null ? [] : [{ code, title: code, amount: order.discountCents }];
  return {
    status: stage === "completed" ? "completed" : "complete_in_progress",
    currency: order.currency,
    line_items: toOrderedItems(order, shop.settings),
    totals: orderTotals(order),
    ...(hasFulfillment && { fulfillment }),
    ...(capabilities.has(extensions.discount) && { discounts: { codes: code === null ? [] : [code], applied } }),
    messages: hasFulfillment ? messages : [],
    ...(stage === "completed"
      ? { order: toConfirmation(row.orderKey, order, shop.settings) }
      : { continue_url: continueUrl(shop.settings, row.link) }),
  };
}

function shownBuyer({ capabilities }: Caller, { consent, ...buyer }: NonNullable<Selection["buyer"]>) {
  return { ...buyer, ...(consent && capabilities.has(extensions.buyerConsent) && { consent }) };
}
