import type { CategoryField } from "#shop/catalog/category-form.ts";
import { Alert } from "../frame/alert.tsx";
import { categoryFields } from "./category-fields.tsx";
import type { RejectedCategory } from "./save-category.server.ts";

/** Why a category's form wasn't saved: a rule, wrong fields, or another owner's changes. */
export function NotSaved({ typed, errors, conflict }: RejectedCategory) {
  if (!conflict) return <Alert>Not saved. {errors.form ?? "Please correct the marked fields."}</Alert>;
  const fields = (Object.keys(conflict) as CategoryField[]).filter(
    (name) => typed[`original-${name}`] !== conflict[name],
  );
  return (
    <Alert>
      <p className="font-medium">
        Not saved. Someone else changed this category while you were editing. Save again to overwrite their changes.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {fields.map((name) => (
          <li key={name} className="wrap-anywhere">
            {categoryFields[name]}: now “{conflict[name]}”, you entered “{typed[name]}”
          </li>
        ))}
      </ul>
    </Alert>
  );
}
