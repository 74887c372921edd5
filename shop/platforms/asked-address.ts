import type { Database } from "#database/connect.ts";
import { billingAddressOf, type Customer, readCustomer } from "../accounts/customer-account.ts";
import type { SessionUser } from "../accounts/session-user.ts";
import { elsewhereField } from "../checkout/delivery-address.ts";
import { dependsOnArea } from "../delivery/delivery-area.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { billingAddress } from "../forms/account-fields.ts";
import { safeParse } from "../forms/validate.ts";
import { readOrderTerms } from "../settings/settings.ts";
import { foldText } from "../text/fold-text.ts";
import { countryNamed } from "../values/countries.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { findCheckout, stageOf } from "./find-checkout.ts";
import { chosenDestination, type Destination, readSelection } from "./selection.ts";

/** Where a platform asked to send an order, when that isn't the customer's own address. */
export interface AskedAddress {
  /** The host of the platform's profile. */
  platform: string;
  /** The ids of its checkout's products. */
  products: string[];
  /** Only for the buyer whom the platform named. */
  address?: { text: string; fields: AddressFields };
}

/**
 * What the checkout's fields get: those of the delivery address where the shop has them, otherwise those of the only one. Country and zip code
 * are missing where it doesn't ask for them; a country that the platform didn't name is "".
 */
type AddressFields = Record<string, string>;

/**
 * The address that a platform sent for its buyer's order. Someone with the link sees it only if their verified email is the one that the platform sent with it:
 * anyone else learns that there is another address. See docs/decisions/0270.
 *
 * @param link the checkout's, as its buyer opened it
 * @param isElsewhere whether the checkout has fields for a delivery address
 */
export async function readAskedAddress(
  db: Database,
  link: string,
  {
    user,
    now,
    isElsewhere = false,
  }: { user: Pick<SessionUser, "uid" | "email" | "emailVerified">; now: Date; isElsewhere?: boolean },
): Promise<AskedAddress | undefined> {
  const checkout = user.emailVerified ? await findCheckout(db, "link", link) : undefined;
  if (!checkout || !["open", "inProgress"].includes(stageOf(checkout, now))) return undefined;
  const { items, buyer, fulfillment } = readSelection(checkout);
  const sent = fulfillment?.type === "pickup" ? undefined : chosenDestination(fulfillment);
  if (!sent?.street_address) return undefined;
  const customer = await readCustomer(db, user.uid);
  if (isOwn(sent, customer)) return undefined;
  const asked = { platform: new URL(checkout.platform).host, products: items.map(({ id }) => id) };
  const isBuyer = buyer?.email !== undefined && normalizeEmail(buyer.email) === normalizeEmail(user.email);
  if (!isBuyer) return asked;
  const address = await describeAddress(db, sent, customer, isElsewhere);
  // One that the checkout would refuse is no help.
  const { billingAddress: only, deliveryAddress = only } = address.fields;
  return safeParse(billingAddress, deliveryAddress).success ? { ...asked, address } : asked;
}

/** Whether every part that the platform sent is in the customer's address too. */
function isOwn(sent: Destination, { street, zipCode, city, country }: Customer) {
  const parts = [
    [streetOf(sent), street],
    [sent.postal_code, zipCode],
    [sent.address_locality, city],
    [countryName(sent), country],
  ];
  return parts.every(([sent, own]) => !sent || foldText(sent) === foldText(own ?? ""));
}

async function describeAddress(
  db: Database,
  sent: Destination,
  customer: Customer,
  isElsewhere: boolean,
): Promise<{ text: string; fields: AddressFields }> {
  const { countries } = await readOrderTerms(db);
  const hasArea = dependsOnArea(await readDeliveryOptions(db), countries);
  const { postal_code: zipCode = "", address_locality, address_region, address_country = "" } = sent;
  const city = [address_locality, address_region].filter(Boolean).join(", ");
  const street = [recipientOf(sent, customer), streetOf(sent)].filter(Boolean).join(", ");
  const address = { street, zipCode, city, country: countryName(sent) };
  const country = countryNamed(address_country)?.code ?? "";
  const text = billingAddressOf(address);
  if (!isElsewhere)
    return {
      text,
      fields: { billingAddress: billingAddressOf(address, { hasArea }), ...(hasArea && { zipCode, country }) },
    };
  const recipientName = nameOf(sent) || `${customer.firstname} ${customer.lastname}`;
  const deliveryAddress = billingAddressOf({ ...address, street: streetOf(sent) }, { hasArea });
  const area = { ...(hasArea && { deliveryZipCode: zipCode, deliveryCountry: country }) };
  return { text, fields: { [elsewhereField]: "on", recipientName, deliveryAddress, ...area } };
}

/** Who else gets the parcel; undefined for the customer. */
function recipientOf(sent: Destination, { firstname, lastname }: Customer) {
  const name = nameOf(sent);
  return foldText(name) === foldText(`${firstname} ${lastname}`) ? undefined : name;
}

function nameOf({ first_name, last_name }: Destination) {
  return [first_name, last_name].filter(Boolean).join(" ");
}

function streetOf({ street_address, extended_address }: Destination) {
  return [street_address, extended_address].filter(Boolean).join(", ");
}

function countryName({ address_country = "" }: Destination) {
  return countryNamed(address_country)?.name ?? address_country;
}
