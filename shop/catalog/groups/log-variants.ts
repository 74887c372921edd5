import type { Database } from "#database/connect.ts";
import { logChanges, type NewChange } from "../../changes/change-log.ts";
import { catalogFields } from "../fields/product-fields.ts";

/** Logs what one form has changed of a group: several variants in one entry, so that one press undoes it, and in one each for their own logs. */
export async function logVariants(
  transaction: Database,
  group: string,
  variants: NewChange[],
  { actor, now }: { actor: string; now: Date },
) {
  const parts = variants.map((change) => ({ ...change, isPart: true }));
  const what = { before: null, after: changesInWords(variants) };
  const whole: NewChange = { actor, kind: "product", subject: group, action: "variants changed", fields: { what } };
  await logChanges(transaction, variants.length > 1 ? [...parts, whole] : variants, now);
}

/** "2 added", "Price, Stock (3 variants)" */
function changesInWords(variants: NewChange[]) {
  const edited = variants.filter(({ action }) => action === "edited");
  const added = variants.length - edited.length;
  if (added > 0) return `${added} added`;
  const fields = new Set(edited.flatMap(({ fields = {} }) => Object.keys(fields)));
  const labels = catalogFields.filter(({ inForm }) => fields.has(inForm)).map(({ label }) => label);
  return `${labels.join(", ")} (${edited.length} variants)`;
}
