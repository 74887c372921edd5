import * as v from "valibot";

/** One message per invalid field, in the order of the fields. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, string>>;

export type Validated<Output> = { values: Output; errors?: undefined } | { values?: undefined; errors: FieldErrors };

/** PostgreSQL can't store the character NUL. */
export function isStorableText(text: string) {
  return !text.includes("\0");
}

/** Removes NUL characters and replaces lone surrogates with U+FFFD, so that every database can store the text. Lines end with \n. */
export function storableText(text: string) {
  return normalizeNewlines(text.replaceAll("\0", "").toWellFormed());
}

/** Browsers submit text areas with CRLF. */
export function normalizeNewlines(text: string) {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** A text's lines without empty ones and needless spaces. */
export function textLines(text: string) {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
}

/** A form's text fields, made storable. */
export function textFields(form: FormData): Record<string, string> {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(texts.map(([name, text]) => [name, storableText(text)]));
}

/** A field stops at its first fault, so that no rule works on what a limit before it refused. See docs/decisions/0157. */
const stopEarly = { abortPipeEarly: true } as const;

/** Parses a value. All schemas are parsed here: valibot by itself checks a text of megabytes by every rule of its field. */
export function safeParse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.SafeParseResult<Schema> {
  return v.safeParse(schema, value, stopEarly);
}

/** Parses a value that is right. @throws ValiError */
export function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  return v.parse(schema, value, stopEarly);
}

/** A form with rules about several fields. They also count while other fields are wrong, so that all messages show at once. */
export function formWithRules<Form extends v.GenericSchema>(
  form: Form,
  ...rules: v.PipeItem<v.InferOutput<Form>, v.InferOutput<Form>, v.BaseIssue<unknown>>[]
) {
  return v.config(v.pipe(v.config(form, stopEarly), ...rules), { abortPipeEarly: false });
}

/** A rule about several fields, for `formWithRules`. @param problemsIn finds what is wrong with them together */
export function ruleOfFields<Form extends Record<string, unknown>>(
  problemsIn: (form: Form) => { field: keyof Form & string; message: string }[],
) {
  return v.rawCheck<Form>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    for (const { field: key, message } of problemsIn(input))
      addIssue({ message, path: [{ type: "object", origin: "value", input, key, value: input[key] }] });
  });
}

/** Validates a form. Each field gets its first message. Missing fields count as empty ones. */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): Validated<v.InferOutput<Schema>> {
  const unsent = Object.fromEntries(fieldNames(schema).map((field) => [field, undefined]));
  const result = safeParse(schema, { ...unsent, ...(values as object) });
  if (result.success) return { values: result.output };
  const errors: FieldErrors = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "";
    errors[field] ??= issue.message;
  }
  return { errors };
}

type FormSchema = v.GenericSchema & { entries?: object; getter?: (form: object) => { entries?: object } };

/** The names of a form's fields. A form whose rules depend on a field has the same fields whatever it holds. */
export function fieldNames({ entries, getter }: FormSchema) {
  return Object.keys(entries ?? getter?.({}).entries ?? {});
}
