import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { type FieldErrors, validate } from "#shop/forms/validate.ts";
import { forgetInput, noteInput } from "./fill-field.ts";

/** Props for a field's input and its message. */
export type FormFields = ReturnType<typeof useForm>["field"];

interface FormOptions {
  id: string;
  /** Returns each field's first error. */
  schema: GenericSchema;
  /** The server's answer: errors by field, and the submitted values if it rendered the page again. */
  answer?: object | undefined;
  /** Fields that are validated on every change instead of on blur. */
  checkedAsTyped?: string[];
  /** Leaves out values that don't count, such as those of hidden fields. */
  pick?: (values: Record<string, string>) => Record<string, string>;
}

/**
 * Validates a form while it is filled in: a field on blur, and a field with an error on every change. What the server refused stays marked until
 * it is changed. An invalid form isn't sent; its first invalid field gets the focus. The inputs hold the values, so that autofill counts. They are found by id, because some have no `name`.
 * See docs/decisions/0008.
 */
export function useForm({ id, schema, answer = {}, checkedAsTyped = [], pick = (values) => values }: FormOptions) {
  const { errors: sent, typed } = answer as { errors?: FieldErrors; typed?: Record<string, string> };
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>(sent ?? {});
  // After later answers the inputs are still on the page.
  const [typedBefore] = useState(typed);
  // Fields whose errors are shown: they were left or submitted.
  const touched = useRef(new Set<string>());
  /** The server's errors, and the values that it refused. */
  const refused = useRef<{ errors: FieldErrors; values: Record<string, string> }>({ errors: {}, values: {} });

  useEffect(() => {
    if (!sent) return;
    touched.current = new Set(namesOf(form.current));
    refused.current = { errors: sent, values: readValues(form.current) };
    setErrors(sent);
    focusFirst(form.current, sent);
  }, [sent]);

  function read() {
    return pick(readValues(form.current));
  }

  function check(values = read()) {
    return validate(schema, values).errors ?? {};
  }

  /** Also what the server refused, for fields that are as it saw them. */
  function findErrors() {
    const values = read();
    const { errors: before, values: seen } = refused.current;
    const still = Object.keys(before).filter((field) => field in values && values[field] === seen[field]);
    return { ...errorsOf(before, still), ...check(values) };
  }

  /** Shows all errors and focuses the first invalid field. @returns whether the form is valid */
  function isValid() {
    const found = check();
    touched.current = new Set(namesOf(form.current));
    setErrors(found);
    focusFirst(form.current, found);
    return Object.keys(found).length === 0;
  }

  return {
    errors,
    props: {
      id,
      ref: form,
      noValidate: true,
      onBlur({ target }: FocusEvent<HTMLElement>) {
        const field = target.dataset.field;
        if (!field) return;
        touched.current.add(field);
        setErrors(errorsOf(findErrors(), [...touched.current]));
      },
      onInput({ target }: FormEvent<HTMLElement>) {
        noteInput(target as HTMLElement);
        const field = (target as HTMLElement).dataset.field ?? "";
        const shown = Object.keys(errors);
        if (checkedAsTyped.includes(field)) shown.push(field);
        if (shown.length > 0) setErrors(errorsOf(findErrors(), shown));
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (!isValid()) event.preventDefault();
      },
      onReset() {
        fieldsOf(form.current).forEach(forgetInput);
        touched.current.clear();
        setErrors({});
      },
    },
    isValid,
    /** The form's current values by field. */
    read,
    /** Props for a field's input and its message. */
    field(name: string, stored?: string) {
      return { id: `${id}-${name}`, field: name, error: errors[name], defaultValue: typedBefore?.[name] ?? stored };
    },
  };
}

function errorsOf(errors: FieldErrors, fields: string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.includes(field)));
}

function fieldsOf(form: HTMLFormElement | null) {
  return Array.from(form?.elements ?? []).filter(
    (element): element is HTMLInputElement => element instanceof HTMLElement && element.dataset.field !== undefined,
  );
}

function namesOf(form: HTMLFormElement | null) {
  return fieldsOf(form).map(({ dataset }) => dataset.field as string);
}

function readValues(form: HTMLFormElement | null): Record<string, string> {
  const chosen = fieldsOf(form).filter(({ type, checked }) => (type !== "radio" && type !== "checkbox") || checked);
  return Object.fromEntries(chosen.map((input) => [input.dataset.field as string, input.value]));
}

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors) {
  fieldsOf(form)
    .find(({ dataset }) => errors[dataset.field ?? ""])
    ?.focus();
}
