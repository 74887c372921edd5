import * as v from "valibot";
import { requiredText } from "../forms/account-fields.ts";
import { companyLimit, type ExtraName } from "../orders/extra-fields.ts";
import { elsewhereField, elsewhereFields } from "./delivery-address.ts";

/** The checkbox that reveals the buyer's company. It is never posted. */
export const companyField = "forCompany";

const companyFields: ExtraName[] = ["company", "vatNumber"];

/** The rule of a checkout where customers can buy for a company: once the box is ticked, its name is needed. Most have no VAT number to give. */
export const companyForm = v.lazy((typed) => {
  const isForCompany = Boolean(Object(typed)[companyField]);
  return v.object(isForCompany ? { company: requiredText("Company is required", companyLimit) } : {});
});

/**
 * What a checkout form says, without the fields that it hides as long as their checkbox isn't ticked: they keep what was typed, and nothing is wrong
 * with it.
 */
export function shownFields(typed: Record<string, string>, { takesPhones }: { takesPhones: boolean }) {
  const hidden: string[] = [
    ...(typed[elsewhereField] ? [] : [...elsewhereFields, ...(takesPhones ? [] : ["phone"])]),
    ...(typed[companyField] ? [] : companyFields),
  ];
  return Object.fromEntries(Object.entries(typed).filter(([field]) => !hidden.includes(field)));
}
