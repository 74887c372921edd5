import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { CellField } from "../forms/cell-field.tsx";
import { SelectField, TextField } from "../forms/form-fields.tsx";
import { SelectAll, SelectedCount, SelectRow } from "../lists/select-rows.tsx";
import { ownersProductAddress } from "../products-address.ts";
import { Part } from "../screen/screen.tsx";
import type { ShownOption, ShownVariantsForm } from "./add-variants.server.ts";
import type { CombinationRow } from "./combinations.server.ts";
import { variantCount } from "./variant-count.ts";
import { combinationsFollow, optionNumbers, variantFields } from "./variant-fields.ts";

const examples = ["Size", "Colour", "Material"];
const exampleValues = ["S, M, L", "Blue, Black", "Wool, Cotton"];

/** The lists of options, and what new variants have unless their row says otherwise. */
export function VariantLists({ group, typed, options, siblings, errors }: ShownVariantsForm) {
  const error = (name: string) => (errors[name] === undefined ? {} : { error: errors[name] });
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 pb-6">
      {group === undefined && (
        <TextField
          label="Group"
          name="group"
          maxLength={100}
          defaultValue={typed.group}
          className="max-w-sm"
          hint="Any word that no other group has"
          {...error("group")}
        />
      )}
      {options.map((option, row) => (
        <OptionRow key={optionNumbers[row]} row={row} option={option} siblings={siblings} errors={errors} />
      ))}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 sm:max-w-sm">
        <TextField label="Price of each" name="price" inputMode="decimal" maxLength={20} defaultValue={typed.price} />
        <TextField label="Stock of each" name="stock" maxLength={12} defaultValue={typed.stock} />
      </div>
      <Button look="quiet" data-without-scripts className="justify-self-start">
        Preview
      </Button>
    </div>
  );
}

/** The products that are there take a column. */
const optionColumns = {
  new: "sm:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]",
  known: "sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]",
};

interface OptionRowProps {
  row: number;
  option: ShownOption;
  /** How many products there are. */
  siblings: number;
  errors: ShownVariantsForm["errors"];
}

/** An option's name and its values. */
export function OptionRow({ row, option: { name, values, isKnown, own }, siblings, errors }: OptionRowProps) {
  const number = row + 1;
  const error = (field: string) => (errors[field] === undefined ? {} : { error: errors[field] });
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${optionColumns[siblings === 0 ? "new" : "known"]}`}>
      <TextField
        label={`Option ${number}`}
        name={`name${number}`}
        maxLength={100}
        defaultValue={name}
        placeholder={examples[row]}
        readOnly={isKnown}
        {...error(`name${number}`)}
      />
      <TextField
        label={name ? `Values of ${name}` : `Values ${number}`}
        name={`values${number}`}
        maxLength={Math.max(2000, values.length)}
        defaultValue={values}
        placeholder={exampleValues[row]}
        {...(row === 0 && { hint: "Comma-separated, in the order in which shoppers see them" })}
        {...error(`values${number}`)}
      />
      {siblings > 0 && (
        <CombinationPart>
          {own && (
            <SelectField
              label={siblings === 1 ? "This product" : `The ${siblings} there are`}
              name={`own${number}`}
              defaultValue={own.chosen}
            >
              {own.choices.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </SelectField>
          )}
        </CombinationPart>
      )}
    </div>
  );
}

/** What `owner/enhancements/show-combinations.ts` draws again while the lists are typed. */
export function CombinationPart({ children }: { children: ReactNode }) {
  return (
    <div data-combinations={combinationsFollow.join(" ")} className="empty:hidden">
      {children}
    </div>
  );
}

/** The combinations that are missing, with fields for what they are to have. */
export function Combinations({ missing, made, archived, shown, errors }: ShownVariantsForm) {
  return (
    <Part title="Combinations">
      {made > 0 && <p className="mb-3 text-soft">{`${variantCount(made)} already there.`}</p>}
      {archived.length > 0 && (
        <p className="mb-3 wrap-anywhere">
          Archived, so to be unarchived instead:{" "}
          {archived.map(({ id, options }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <a href={ownersProductAddress(id)} dir="auto" className="text-link">
                {options}
              </a>
            </span>
          ))}
        </p>
      )}
      <CombinationTable rows={missing} shown={shown} errors={errors} />
      {missing.length > 0 && (
        <div className="action-bar">
          <Button name="step" value="add">
            Add variants
          </Button>
          <SelectedCount />
        </div>
      )}
    </Part>
  );
}

interface CombinationTableProps extends Pick<ShownVariantsForm, "shown" | "errors"> {
  rows: CombinationRow[];
}

/** A row for each combination that could be made, with what tells it from the others. */
export function CombinationTable({ rows, shown, errors }: CombinationTableProps) {
  return (
    <div className="field-rows">
      {Object.entries(shown).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      {errors.variants && <p className="mb-3 text-berry">{errors.variants}</p>}
      <Table
        caption="Combinations"
        rows={rows}
        keyOf={({ number }) => number}
        empty="All combinations are there. List more values."
        room="some"
        columns={[
          {
            name: "Variant",
            heading: <SelectAll name="Variant" />,
            isTitle: true,
            cell: ({ number, options, isChosen }) => (
              <SelectRow name={`make-${number}`} value="on" isSelected={isChosen} label={`Add ${options}`}>
                <span dir="auto" className="wrap-anywhere">
                  {options}
                </span>
              </SelectRow>
            ),
          },
          ...variantFields.map((field) => ({
            name: labels[field],
            cell: (row: CombinationRow) => (
              <CellField
                name={`${field}-${row.number}`}
                label={`${labels[field]} of ${row.options}`}
                value={row[field]}
                limit={limits[field]}
                isWide={field === "sku"}
                isDecimal={field === "price"}
                error={errors[`${field}-${row.number}`]}
              />
            ),
          })),
        ]}
      />
    </div>
  );
}

const labels = { price: "Price", stock: "Stock", sku: "SKU" };
const limits = { price: 20, stock: 12, sku: 100 };
