import * as v from "valibot";

/** What is wrong with a form: one message per field, in the order of the fields. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>;

export type Validated<Output> = { values: Output; errors?: undefined } | { values?: undefined; errors: FieldErrors };

/** Whether every database can hold a text: PostgreSQL's can't hold the character NUL. */
export function isStorableText(text: string) {
  return !text.includes("\0");
}

/**
 * A text as every database can hold it: without the character NUL, which nobody can type, and with the sign for an unreadable
 * character in place of half a character pair.
 */
export function storableText(text: string) {
  return text.replaceAll("\0", "").toWellFormed();
}

/** The text fields of a form, as the browser sent them and a database can hold them. */
export function textFields(form: FormData): Record<string, string> {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts.map(([name, text]) => [name, storableText(text)]));
}

/**
 * Checks a form's values against its schema. Each field gives its first message: required before shape. A field that wasn't
 * sent counts as one that wasn't filled in.
 */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): Validated<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, { ...unsentFields(schema), ...(values as object) });
  if (result.success) return { values: result.output };
  const errors: FieldErrors = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "";
    errors[field] ??= issue.message;
  }
  return { errors };
}

function unsentFields(schema: v.GenericSchema & { entries?: object }) {
  return Object.fromEntries(Object.keys(schema.entries ?? {}).map((field) => [field, undefined]));
}
