import * as v from "valibot";
import { type DocumentBuyer, type DocumentContent, findCurrentInvoice, isInvoice } from "../documents/document.ts";
import { completeVatCurrency } from "../documents/issue-documents.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { billingAddress, zipCodeLimit } from "../forms/account-fields.ts";
import { atMost, cleaned, typedText } from "../forms/form-rules.ts";
import { validate } from "../forms/validate.ts";
import { readVatNumber } from "../taxes/vat-number.ts";
import { formatDay } from "../values/days.ts";
import { buyerNameLimit } from "./buyer-limits.ts";
import { changeOrder, type OrderContext } from "./change-order.ts";
import { extraRules } from "./extra-fields.ts";
import type { InvoiceCorrection } from "./state/apply-invoice-correction.ts";
import { CorrectionRefusedError } from "./state/order.ts";

/** The buyer's details that staff can correct. Their email and country stay, and so do all amounts. */
const correctedBuyer = v.object({
  name: v.pipe(v.string("Enter a name"), cleaned, v.nonEmpty("Enter a name"), atMost(buyerNameLimit)),
  company: extraRules.company,
  vatNumber: extraRules.vatNumber,
  address: billingAddress,
  zipCode: typedText(zipCodeLimit),
});

type TypedBuyer = { [Field in keyof v.InferInput<typeof correctedBuyer>]?: string | undefined };

interface Correction extends Omit<InvoiceCorrection, "buyer"> {
  typed: TypedBuyer;
  /** The order's version when staff decided on it. */
  version: string;
}

/**
 * Corrects whose an order's invoice is: a credit note takes back what is left of it, and a new invoice with the next number has the right buyer.
 *
 * @throws OrderUnknownError, OrderChangedError, CorrectionRefusedError; nothing is changed then
 */
export async function correctInvoice(
  shop: OrderContext,
  orderNumber: string,
  { typed, version, ...correction }: Correction,
) {
  const documents = await readDocuments(shop.db, orderNumber);
  const invoice = findCurrentInvoice(documents);
  if (!invoice) throw new CorrectionRefusedError("This order has no invoice");
  const { values, errors } = validate(correctedBuyer, typed);
  if (errors) throw new CorrectionRefusedError(Object.values(errors)[0]);
  const { name, company, address, zipCode } = values;
  const { email, country } = invoice.buyer;
  const vatNumber = await readNumber(shop, orderNumber, values.vatNumber, { country, zipCode });
  const buyer: DocumentBuyer = {
    ...{ name, email, address, ...(zipCode && { zipCode }), ...(country && { country }) },
    ...(company && { company }),
    ...(vatNumber && { vatNumber }),
  };
  const isSameBuyer = JSON.stringify(buyer) === JSON.stringify(invoice.buyer);
  if (isSameBuyer) await refuseUnchanged(shop, invoice, documents.find(isInvoice) ?? invoice);
  await changeOrder(shop, orderNumber, { type: "correctInvoice", buyer, ...correction }, { version });
}

/** The same buyer gets a new invoice only if it can say what the one before it lacks. @param first the one that the sale was invoiced by */
async function refuseUnchanged({ db, settings }: OrderContext, { localVat }: DocumentContent, first: DocumentContent) {
  if (!localVat || localVat.rate) throw new CorrectionRefusedError("This is already what the invoice says");
  const { rate } = (await completeVatCurrency(db, settings.taxes, { ...first, localVat })) ?? {};
  const day = formatDay(first.issuedOn, settings.locale);
  if (!rate) throw new CorrectionRefusedError(`There is no exchange rate for ${localVat.currency} on ${day}`);
}

async function readNumber(
  { db }: OrderContext,
  orderNumber: string,
  typed: string | undefined,
  area: { country: string | undefined; zipCode: string },
) {
  const order = db.selectFrom("orders").select("vatKind").where("orderNumber", "=", orderNumber);
  if (typed === undefined && (await order.executeTakeFirst())?.vatKind === "reverseCharge")
    throw new CorrectionRefusedError("The order has no VAT because of its VAT number, so its invoice needs one");
  if (typed === undefined) return undefined;
  const read = readVatNumber(typed, area);
  if ("error" in read) throw new CorrectionRefusedError(read.error);
  return read.number;
}
