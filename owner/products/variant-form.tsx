import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { CellField } from "../forms/cell-field.tsx";
import { SelectField, TextField } from "../forms/form-fields.tsx";
import { SelectAll, SelectedCount, SelectRow } from "../lists/select-rows.tsx";
import { ownersProductAddress } from "../products-address.ts";
import { Part } from "../screen/screen.tsx";
import type { MissingVariant, ShownOption, ShownVariantsForm } from "./add-variants.server.ts";
import { variantCount } from "./variant-count.ts";
import { optionNumbers, variantFields } from "./variant-fields.ts";

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
      <Button look="quiet" className="justify-self-start">
        Preview
      </Button>
    </div>
  );
}

interface OptionRowProps {
  row: number;
  option: ShownOption;
  siblings: number;
  errors: ShownVariantsForm["errors"];
}

function OptionRow({ row, option: { name, values, isKnown, own }, siblings, errors }: OptionRowProps) {
  const number = row + 1;
  const error = (field: string) => (errors[field] === undefined ? {} : { error: errors[field] });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]">
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
    </div>
  );
}

/** The combinations that are missing, with fields for what they are to have. */
export function Combinations({ typed, missing, made, archived, shown, errors }: ShownVariantsForm) {
  return (
    <Part title="Combinations">
      <input type="hidden" name="shown" value={shown} />
      <input type="hidden" name="shown-price" value={typed.price} />
      <input type="hidden" name="shown-stock" value={typed.stock} />
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
      {errors.variants && <p className="mb-3 text-berry">{errors.variants}</p>}
      <div className="field-rows">
        <Table
          caption="Combinations"
          rows={missing}
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
              cell: (row: MissingVariant) => (
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

const labels = { price: "Price", stock: "Stock", sku: "SKU" };
const limits = { price: 20, stock: 12, sku: 100 };
