import type { CategoryFields } from "#shop/catalog/categories/category-form.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxField, SelectField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Part } from "../screen/screen.tsx";

interface DeleteFormProps {
  kind: CategoryFields["kind"];
  /** How many products have it. */
  uses: number;
  /** Categories that its products may move to. */
  others: { slug: string; name: string }[];
}

/** Deletes a category, whose products first move to another one, or a tag. */
export function DeleteForm({ kind, uses, others }: DeleteFormProps) {
  const products = `${uses} ${uses === 1 ? "product" : "products"}`;
  const isMove = kind === "category" && uses > 0;
  if (isMove && others.length === 0) return null;
  return (
    <Part title={`Delete this ${kind}`}>
      <PostForm step="delete" className="grid max-w-xl gap-4">
        {isMove && (
          <SelectField label="Move products to" name="moveTo" required defaultValue="" hint={`${products} will move.`}>
            <option value="" disabled>
              Choose a category
            </option>
            {others.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {kind === "tag" && uses > 0 && (
          <CheckboxField
            label={`Also remove the tag from ${products}`}
            name="untag"
            hint="Otherwise only the filter goes, and products can still be searched by the tag."
          />
        )}
        <Button look="quiet" className="justify-self-start">
          {isMove ? "Move products and delete" : "Delete"}
        </Button>
      </PostForm>
    </Part>
  );
}
