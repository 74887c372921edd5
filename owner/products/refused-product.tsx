import { formFields } from "#shop/catalog/products/product-form.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { Table } from "#ui/table.tsx";
import { Alert, formMessageId } from "../screen/alert.tsx";
import { picturesId } from "./picture-forms.tsx";
import { FieldValue } from "./product-values.tsx";
import type { RejectedForm } from "./save-product.server.ts";

/** Why a product's form is shown again. */
export function RefusedProduct({ again }: { again: RejectedForm }) {
  const { conflicts, errors, pictureErrors, done, isUnpublished } = again;
  if (isUnpublished) return <Alert>{`Saved, but not published. ${correctFields(errors)}`}</Alert>;
  if (conflicts.length > 0) return <Conflicts conflicts={conflicts} done={done} />;
  if (Object.keys(errors).length > 0) {
    return (
      <Alert>
        <NotSaved done={done} />. {correctFields(errors)}
      </Alert>
    );
  }
  return (
    <p
      role="status"
      id={formMessageId}
      tabIndex={-1}
      className="mb-6 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3 wrap-break-word"
    >
      {done && `${done}. `}
      {pictureErrors.length > 0 ? (
        <a href={`#${picturesId}`} className="text-link">
          See picture errors.
        </a>
      ) : (
        "You have unsaved changes."
      )}
    </p>
  );
}

function NotSaved({ done }: { done: string }) {
  return done ? `${done}. Your other changes weren't saved` : "Not saved";
}

function Conflicts({ conflicts, done }: Pick<RejectedForm, "conflicts" | "done">) {
  return (
    <Alert>
      <p className="mb-2 font-medium">
        <NotSaved done={done} />. This product changed while you were editing. Review the differences, then save again.
      </p>
      <Table
        caption="Conflicting changes"
        rows={conflicts}
        keyOf={({ field }) => field}
        empty=""
        columns={[
          { name: "Field", isTitle: true, cell: ({ field }) => formFields[field].label },
          { name: "When you opened it", cell: ({ field, original }) => <FieldValue field={field} text={original} /> },
          { name: "Current value", cell: ({ field, current }) => <FieldValue field={field} text={current} /> },
          {
            name: "Your value",
            cell: ({ field, submitted }) =>
              submitted === undefined ? "Not edited" : <FieldValue field={field} text={submitted} />,
          },
        ]}
      />
    </Alert>
  );
}
