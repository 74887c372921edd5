import * as v from "valibot";
import { checkbox, typedText, wholeNumber } from "../forms/form-rules.ts";
import { type BankAccount, isBic, parseBankAccount } from "../values/bank-account.ts";
import { type KidForm, mostKidDigits } from "../values/payment-reference.ts";

const mostDays = 365;
/** From the invoice to its due date, unless the owner says otherwise. */
export const standardInvoiceDays = 14;
const standardKidLength = 10;
/** Digits of a KID after its prefix: enough for a small shop's orders, and the check digit. */
export const leastKidDigits = 6;
const longestPrefix = mostKidDigits - leastKidDigits;

/** What a shop has set up that sends the invoice before it is paid. */
export interface InvoiceTerms {
  /** From the invoice to its due date. */
  days: number;
  account: BankAccount;
  kid: KidForm;
  /** Whether its orders may be sent before they are paid. */
  sendsUnpaid: boolean;
  /** Days after the due date in which an order that wasn't sent is still not cancelled; undefined if none ever is. */
  graceDays: number | undefined;
}

/** The fields of the settings about invoices. */
export const invoiceFields = {
  invoicesFirst: checkbox,
  invoiceDays: wholeNumber(1, mostDays, "days"),
  bankAccount: v.pipe(
    typedText(60),
    v.transform((typed) => parseBankAccount(typed) ?? typed),
    v.check(
      (typed) => typed === "" || parseBankAccount(typed) !== undefined,
      "Check the number: use an IBAN or a Norwegian account number",
    ),
  ),
  bic: v.pipe(
    typedText(20),
    v.toUpperCase(),
    v.check((typed) => typed === "" || isBic(typed), "Use a BIC such as DNBANOKK"),
  ),
  kidPrefix: v.pipe(
    typedText(40),
    v.check((typed) => /^\d*$/.test(typed) && typed.length <= longestPrefix, `Use at most ${longestPrefix} digits`),
  ),
  kidLength: wholeNumber(leastKidDigits, mostKidDigits, "digits"),
  sendsUnpaid: checkbox,
  invoiceGraceDays: wholeNumber(0, mostDays, "days"),
  offersInvoice: checkbox,
};

type InvoiceSettings = v.InferOutput<v.ObjectSchema<typeof invoiceFields, undefined>>;

/** Whether invoices that come first have an account to be paid to. */
export function hasAccount({ invoicesFirst, bankAccount }: InvoiceSettings) {
  return invoicesFirst === "" || bankAccount !== "";
}

/** Whether a KID has room for its prefix. */
export function fitsPrefix({ kidPrefix, kidLength }: InvoiceSettings) {
  return kidLength === "" || Number(kidLength) - kidPrefix.length >= leastKidDigits;
}

/** What the saved settings mean; undefined while invoices follow payments. */
export function invoiceTermsOf(saved: InvoiceSettings): InvoiceTerms | undefined {
  const { invoicesFirst, invoiceDays, bankAccount, bic, kidPrefix, kidLength, sendsUnpaid, invoiceGraceDays } = saved;
  if (invoicesFirst === "") return undefined;
  return {
    days: Number(invoiceDays) || standardInvoiceDays,
    account: { number: bankAccount, ...(bic && { bic }) },
    kid: { prefix: kidPrefix, length: Number(kidLength) || standardKidLengthOf(kidPrefix) },
    sendsUnpaid: sendsUnpaid !== "",
    graceDays: invoiceGraceDays === "" ? undefined : Number(invoiceGraceDays),
  };
}

/** How long a KID is with this prefix, unless the owner says otherwise. */
export function standardKidLengthOf(prefix: string) {
  return Math.max(standardKidLength, prefix.length + leastKidDigits);
}
