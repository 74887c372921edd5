import type { Database } from "#database/connect.ts";
import { billingAddressOf, type Customer, readCustomer } from "../accounts/customer-account.ts";
import type { SessionUser } from "../accounts/session-user.ts";
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

/** What the checkout's fields get; without country and zip code where it doesn't ask for them. */
interface AddressFields {
  billingAddress: string;
  zipCode?: string;
  /** ISO 3166 code; "" if the platform named none. */
  country?: string;
}

/**
 * The address that a platform sent for its buyer's order. Someone with the link sees it only if their verified email is the one that the platform sent with it:
 * anyone else learns that there is another address. See docs/decisions/0270.
 *
 * @param link the checkout's, as its buyer opened it
 */
export async function readAskedAddress(
  db: Database,
  link: string,
  { user, now }: { user: Pick<SessionUser, "uid" | "email" | "emailVerified">; now: Date },
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
  const address = await describeAddress(db, sent, customer);
  // One that the checkout would refuse is no help.
  return safeParse(billingAddress, address.fields.billingAddress).success ? { ...asked, address } : asked;
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

async function describeAddress(db: Database, sent: Destination, customer: Customer) {
  const { countries } = await readOrderTerms(db);
  const hasArea = dependsOnArea(await readDeliveryOptions(db), countries);
  const { postal_code: zipCode = "", address_locality, address_region, address_country = "" } = sent;
  const city = [address_locality, address_region].filter(Boolean).join(", ");
  const street = [recipientOf(sent, customer), streetOf(sent)].filter(Boolean).join(", ");
  const address = { street, zipCode, city, country: countryName(sent) };
  const country = countryNamed(address_country)?.code ?? "";
  return {
    text: billingAddressOf(address),
    fields: { billingAddress: billingAddressOf(address, { hasArea }), ...(hasArea && { zipCode, country }) },
  };
}

/** Who else gets the parcel; undefined for the customer. */
function recipientOf({ first_name, last_name }: Destination, { firstname, lastname }: Customer) {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return foldText(name) === foldText(`${firstname} ${lastname}`) ? undefined : name;
}

function streetOf({ street_address, extended_address }: Destination) {
  return [street_address, extended_address].filter(Boolean).join(", ");
}

function countryName({ address_country = "" }: Destination) {
  return countryNamed(address_country)?.name ?? address_country;
}
