import { fieldKinds } from "#shop/catalog/fields/field-kinds.ts";
import { TextField } from "../forms/form-fields.tsx";
import { optionNumbers } from "./variant-fields.ts";

/** The option of a row, as it was typed. */
interface OptionRow {
  name: string;
  value: string;
}

const nameField = (row: number) => `optionName${row}`;
const valueField = (row: number) => `optionValue${row}`;
const examples = [
  ["Size", "M"],
  ["Colour", "Blue"],
  ["Material", "Wool"],
];

interface OptionFieldsProps {
  /** The form's text of the options. */
  text: string;
  error: string | undefined;
}

/** A row for each option that a product can have. */
export function OptionFields({ text, error }: OptionFieldsProps) {
  const typed = readOptionRows(text);
  return (
    <div className="grid gap-3 sm:col-span-2">
      {optionNumbers.map((row, index) => (
        <div key={row} className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3">
          <TextField
            label={`Option ${row}`}
            name={nameField(row)}
            maxLength={100}
            defaultValue={typed[index]?.name}
            placeholder={examples[index]?.[0]}
          />
          <TextField
            label={`Value ${row}`}
            name={valueField(row)}
            maxLength={100}
            defaultValue={typed[index]?.value}
            placeholder={examples[index]?.[1]}
          />
        </div>
      ))}
      <p className={`text-sm wrap-anywhere ${error ? "text-berry" : "text-soft"}`}>
        {error ?? "What tells this variant from the others of its group, in the order in which shoppers choose."}
      </p>
    </div>
  );
}

/** The form with the text of its options in place of their rows. */
export function withOptionText(form: Record<string, string>): Record<string, string> {
  const typed = optionNumbers.map((row) => ({
    name: form[nameField(row)]?.trim(),
    value: form[valueField(row)]?.trim(),
  }));
  if (typed.every(({ name, value }) => name === undefined && value === undefined)) return form;
  const pairs = typed.flatMap(({ name = "", value = "" }): OptionRow[] => (name || value ? [{ name, value }] : []));
  return { ...form, options: textOf(pairs) };
}

/** As the form's field writes them. What it can't hold is left to its rule, which refuses it: a value without a name, a name twice. */
function textOf(pairs: OptionRow[]) {
  const isUnique = new Set(pairs.map(({ name }) => name)).size === pairs.length;
  if (isUnique) return fieldKinds.options.toForm(Object.fromEntries(pairs.map(({ name, value }) => [name, value])));
  return pairs.map(({ name, value }) => `${name}: ${value}`).join("\n");
}

function readOptionRows(text: string): OptionRow[] {
  const read = fieldKinds.options.fromForm(text);
  if (Array.isArray(read)) return read.map(([name, value]) => ({ name, value }));
  if (typeof read !== "object" || read === null) return [{ name: "", value: text }];
  return Object.entries(read).map(([name, value]) => ({ name, value: String(value) }));
}
