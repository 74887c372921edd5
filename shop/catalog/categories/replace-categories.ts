import type { Database } from "#database/connect.ts";
import type { NewChange } from "../../changes/change-log.ts";
import { compareRecords, replacedRecords } from "../../changes/settings-section.ts";
import type { FormRefusedError } from "../../forms/form-errors.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import { readCategories } from "../categories.ts";
import { type CategoryFields, toCategoryForm } from "./category-form.ts";
import {
  countErrors,
  kindErrors,
  labelErrors,
  parentErrors,
  refuseIfAny,
  slugErrors,
  usedErrors,
} from "./category-rules.ts";
import { insertCategory } from "./change-category.ts";

/**
 * Replaces all categories and tags in the transaction of a change (`changeSettings`), while products are locked. Products keep theirs.
 *
 * @throws FormRefusedError which names the category
 */
export async function replaceCategories(
  transaction: Database,
  next: CategoryFields[],
  { actor, now }: { actor: string; now: Date },
): Promise<NewChange[]> {
  refuseIfAny(countErrors(next.slice(1)));
  const before = (await readCategories(transaction)).map(toCategoryForm);
  const compared = compareRecords(before, next, "slug");
  const { added, changed, removed } = compared;
  const known = next.map((fields) => ({ ...fields, inMenu: fields.inMenu === "on" }));
  for (const [index, fields] of next.entries()) {
    const earlier = known.slice(0, index);
    const isNew = added.includes(fields);
    const slugProblems = isNew ? slugErrors(known.toSpliced(index, 1), fields.slug) : {};
    const parentProblems = parentErrors(known.toSpliced(index, 1), fields, fields.slug);
    refuseNamed(fields, { ...labelErrors(earlier, fields), ...parentProblems, ...slugProblems });
  }
  for (const pair of changed)
    if (pair.before.kind !== pair.after.kind) refuseNamed(pair.before, await kindErrors(transaction, pair.before));
  for (const gone of removed) if (gone.kind === "category") refuseNamed(gone, await usedErrors(transaction, gone));
  await transaction.deleteFrom("categories").execute();
  for (const fields of next) await insertCategory(transaction, fields);
  const pictures = (all: CategoryFields[]) => all.map(({ picture }) => picture);
  await markUsed(transaction, pictures(before), pictures(next), now);
  return replacedRecords(compared, { actor, kind: "category", key: "slug" });
}

function refuseNamed({ name }: CategoryFields, errors: FormRefusedError["errors"]) {
  refuseIfAny(Object.keys(errors).length > 0 ? { form: `${name}: ${Object.values(errors).join(". ")}` } : {});
}
