import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { PictureKind } from "#shop/pictures/picture-rules.ts";
import { CountriesField } from "./countries-field.tsx";
import { CheckboxField, SelectField, type ShownForm, TextAreaField, TextField } from "./form-fields.tsx";
import { PictureField } from "./picture-field.tsx";

/** A field of a form, and what its input has besides. */
export interface DescribedField extends ComponentPropsWithoutRef<"input"> {
  label: string;
  hint?: string;
  /** A text unless it is something else. */
  as?: "area" | "checkbox" | "countries" | "select";
  /** Of a text area. */
  rows?: number;
  /** Of a select. */
  options?: readonly { value: string; label: string }[];
  /** Makes it a picture. */
  picture?: PictureKind;
  /** Whether it is as wide as the form. */
  wide?: boolean;
}

/** The fields of a form by their names. Their labels are in the activity log, too. */
export type DescribedFields<Name extends string> = Record<Name, DescribedField>;

export function labelsOf(fields: Record<string, DescribedField>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));
}

/** What the choices of a form's fields are called, by their values. They are in the activity log, too. */
export function choicesOf(fields: Record<string, DescribedField>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { options }]) =>
      options ? [[name, Object.fromEntries(options.map(({ value, label }) => [value, label]))]] : [],
    ),
  );
}

interface FieldGridProps<Fields> extends ShownForm<Fields> {
  fields: DescribedFields<keyof Fields & string>;
  columns?: 2 | 3;
  /** After the described fields. */
  children?: ReactNode;
}

/** A form's fields, in their order. */
export function FieldGrid<Fields>({ fields, texts, errors, columns = 2, children }: FieldGridProps<Fields>) {
  const typed = texts as Partial<Record<string, string>>;
  return (
    <div className={columns === 3 ? "grid gap-4 sm:grid-cols-3" : "grid gap-4 sm:grid-cols-2"}>
      {Object.entries<DescribedField>(fields).map(([name, field]) => (
        <FieldInput key={name} {...field} name={name} text={typed[name]} error={errors[name]} />
      ))}
      {children}
    </div>
  );
}

interface FieldInputProps extends DescribedField {
  name: string;
  text: string | undefined;
  error: string | undefined;
}

function FieldInput({ as, text, rows, options, picture, wide, ...input }: FieldInputProps) {
  const className = wide ? "sm:col-span-full" : undefined;
  const { name, label, hint, error } = input;
  const field = { name, label, hint, error, className };
  if (picture) return <PictureField {...field} kind={picture} value={text ?? ""} />;
  if (as === "checkbox") return <CheckboxField {...field} defaultChecked={Boolean(text)} />;
  if (as === "countries") return <CountriesField {...field} hint={hint ?? ""} defaultValue={text} />;
  if (as === "area") return <TextAreaField {...field} defaultValue={text} rows={rows} maxLength={input.maxLength} />;
  if (as !== "select") return <TextField {...input} className={className} defaultValue={text} />;
  return (
    <SelectField {...field} defaultValue={text}>
      {options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
