import { formFields, type ProductFormValues, productFieldNames } from "#shop/catalog/products/product-form.ts";
import { formatTimestamp, parseMoment, parseTimestamp, whyTwoDays } from "#shop/values/days.ts";

const moments = productFieldNames.filter((name) => formFields[name].kind === "moment");

/** A moment of a product's form, as the shop's time zone has it: "2026-12-01 09:00". What isn't one stays. */
export function momentText(text: string, timeZone: string) {
  const moment = parseTimestamp(text);
  return moment === undefined ? text : formatTimestamp(moment, timeZone);
}

/** A posted product form with its moments as the catalog writes them. One that wasn't edited keeps its seconds. */
export function withMoments(form: Record<string, string>, timeZone: string) {
  const read = moments.flatMap((name) => {
    const typed = form[name]?.trim();
    if (!typed) return [];
    const original = form[`original-${name}`] ?? "";
    if (typed === momentText(original, timeZone)) return [[name, original]];
    const moment = parseMoment(typed, timeZone);
    return moment === undefined ? [] : [[name, new Date(moment).toISOString()]];
  });
  return { ...form, ...Object.fromEntries(read) };
}

/** Whether a field of the form is a moment. */
export function isMoment(name: keyof ProductFormValues) {
  return moments.includes(name);
}

/** A moment's error. Files and programs write moments in another way than the form, whose example it has. */
export function momentError(name: keyof ProductFormValues, typed: string, error: string) {
  const isRead = parseTimestamp(typed) !== undefined || whyTwoDays(typed) !== undefined;
  return isRead ? error : `${formFields[name].label} must be a time such as 2026-12-24 18:00`;
}
