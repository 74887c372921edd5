import type { ReactNode } from "react";
import type { SiblingField, SiblingValues } from "#shop/catalog/groups/sibling-values.ts";
import { freePriceQuestion } from "#shop/catalog/products/product-form.ts";
import type { ProductStatus } from "#shop/catalog/products/read-any-product.ts";
import type { Formats } from "#shop/values/locale.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { CellField, CellSelect, errorInCell } from "../forms/cell-field.tsx";
import { CheckboxField } from "../forms/form-fields.tsx";
import { OriginalValues } from "../forms/original-values.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { UnsavedNote } from "../forms/save-bar.tsx";
import { SelectAll, SelectedCount, SelectRow } from "../lists/select-rows.tsx";
import { ownersProductAddress } from "../products-address.ts";
import { Alert } from "../screen/alert.tsx";
import { Thumbnail } from "../screen/thumbnail.tsx";
import type { GroupAnswer, TableRow } from "./group-actions.server.ts";
import { type GroupPicture, inTable, type OpenedTable, rowField } from "./group-table.ts";
import { type Moments, ProductMoments } from "./product-moments.tsx";

/** A variant as the table names it. */
export interface ShownVariant extends Moments {
  id: string;
  title: string;
  /** "Size: M · Colour: Blue" */
  options: string;
  status: ProductStatus;
  thumbnail: string;
  isSoldOut: boolean;
}

interface VariantTableProps {
  variants: ShownVariant[];
  table: OpenedTable;
  pictures: GroupPicture[];
  refused: Extract<GroupAnswer, { form: "table" }> | undefined;
}

/** The variants of a group with fields for what tells them apart, saved at once. */
export function VariantTable({ variants, table, pictures, refused }: VariantTableProps) {
  const rows = variants.map((variant, index) => ({
    ...variant,
    index,
    ...valuesOf(variant.id, index, { table, refused }),
  }));
  const opened = { pictures: table.pictures, rows: rows.map(({ id, original }) => ({ id, ...original })) };
  const asksFree = rows.some(({ refused }) => refused?.errors.price === freePriceQuestion);
  return (
    <PostForm unsaved={Boolean(refused)} className="field-rows">
      <OriginalValues values={opened} />
      {refused && <Refused {...refused} rows={rows} />}
      <Table
        caption="Variants"
        rows={rows}
        keyOf={({ id }) => id}
        empty=""
        room="much"
        columns={[
          {
            name: "Variant",
            heading: <SelectAll name="Variant" />,
            isTitle: true,
            cell: (row) => (
              <SelectRow
                name="variant"
                value={row.id}
                isSelected={refused?.selected.includes(row.id) ?? false}
                label={`Select ${nameOf(row)}`}
              >
                <VariantName {...row} />
              </SelectRow>
            ),
          },
          { name: "Price", cell: (row) => <Field row={row} field="price" /> },
          { name: "Stock", cell: (row) => <Field row={row} field="stock" /> },
          { name: "SKU", cell: (row) => <Field row={row} field="sku" /> },
          { name: "Picture", cell: (row) => <PictureSelect row={row} pictures={pictures} /> },
        ]}
      />
      <div className="action-bar items-center">
        <UnsavedNote />
        <Button>Save</Button>
        {asksFree && <CheckboxField label="Sell these variants for 0" name="isFree" className="flex items-center" />}
        {variants.some(({ status }) => status === "draft") && (
          <Button name="step" value="publish" look="quiet">
            Publish selected
          </Button>
        )}
        <Button name="step" value="takeOut" look="quiet">
          Take out of group
        </Button>
        <SelectedCount />
      </div>
    </PostForm>
  );
}

type Row = ShownVariant & TableRow & { index: number };

function valuesOf(
  id: string,
  index: number,
  { table, refused }: Pick<VariantTableProps, "table" | "refused">,
): TableRow {
  const { id: _, ...values } = table.rows[index] ?? { id, price: "", stock: "", sku: "", thumbnail: "" };
  const row = refused?.rows[id];
  if (!row) return { original: values, submitted: values };
  const [original, submitted] = [row.original, row.submitted].map(({ thumbnail, ...others }) =>
    inTable({ ...others, thumbnail: refused.pictures[Number(thumbnail) - 1] ?? "" }, table.pictures),
  ) as [SiblingValues, SiblingValues];
  return { ...row, original, submitted };
}

function nameOf({ options, id }: Pick<ShownVariant, "options" | "id">) {
  return options || id;
}

const fieldLabels: Partial<Record<string, string>> = {
  price: "Price",
  stock: "Stock",
  sku: "SKU",
  thumbnail: "Picture",
};

/** Names each row that keeps the table from being saved. */
function Refused({ message, rows }: { message: string; rows: Row[] }) {
  const formats = useFormats();
  const wrong = rows.filter(({ refused }) => refused);
  return (
    <Alert>
      <p className="font-medium">{message}</p>
      {wrong.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {wrong.map((row) => (
            <li key={row.id} className="wrap-anywhere">
              <bdi>{nameOf(row)}</bdi>: {reasonsOf(row, formats)}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function reasonsOf({ refused }: Row, formats: Formats): ReactNode {
  if (!refused) return null;
  if (!refused.now) return "it is no longer in this group";
  const conflicts = refused.conflicts.map(({ field, original, current, submitted }) => {
    if (field === "thumbnail") return "another picture was chosen";
    const shown = (text: string) => (field === "price" ? typedNumber(text, formats) : text);
    const yours = submitted === undefined ? "" : `, you entered “${shown(submitted)}”`;
    return `${fieldLabels[field]} was “${shown(original)}”, now “${shown(current)}”${yours}`;
  });
  const errors = Object.values(refused.errors).flatMap((error) => (error ? [errorInCell(error, formats)] : []));
  return [...conflicts, ...errors].join(". ");
}

function VariantName({ id, options, title, status, thumbnail, isSoldOut, scheduled, sale }: Row) {
  return (
    <span className="flex min-w-0 items-center gap-3 @4xl:min-w-56">
      <Thumbnail src={thumbnail} />
      <span className="min-w-0">
        <a href={ownersProductAddress(id)} dir="auto" className="inline-block text-link font-medium wrap-anywhere">
          {options || title}
        </a>
        <span className="block text-sm wrap-anywhere text-soft">
          {id}
          {status === "draft" && " · Draft"}
          {status === "active" && isSoldOut && <span className="text-berry"> · Out of Stock</span>}
        </span>
        <ProductMoments scheduled={scheduled} sale={sale} saysPrice />
      </span>
    </span>
  );
}

interface FieldProps {
  row: Row;
  field: Exclude<SiblingField, "thumbnail">;
}

function Field({ row, field }: FieldProps) {
  return (
    <CellField
      name={rowField(field, row.index)}
      label={`${fieldLabels[field]} of ${nameOf(row)}`}
      value={row.submitted[field]}
      limit={field === "sku" ? 100 : 20}
      isWide={field === "sku"}
      isDecimal={field === "price"}
      error={errorOf(row, field)}
    />
  );
}

function PictureSelect({ row, pictures }: { row: Row; pictures: GroupPicture[] }) {
  const { thumbnail } = row.submitted;
  return (
    <CellSelect
      name={rowField("thumbnail", row.index)}
      label={`Picture of ${nameOf(row)}`}
      value={thumbnail}
      error={errorOf(row, "thumbnail")}
    >
      {thumbnail === "" && <option value="">–</option>}
      {pictures.map(({ address }, index) => (
        <option key={address} value={index + 1}>
          {index + 1}
        </option>
      ))}
    </CellSelect>
  );
}

/** What someone else changed is marked too. */
function errorOf({ refused }: Row, field: SiblingField) {
  const conflict = refused?.conflicts.find((each) => each.field === field);
  return refused?.errors[field] ?? (conflict && "Changed meanwhile");
}
