import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { type FieldErrors, validate } from "#shop/validate.ts";

/** Gives what an input, and the message below it, need to know of a field. */
export type FormFields = ReturnType<typeof useForm>["field"];

interface FormOptions {
  id: string;
  /** Gives each field's first error. */
  schema: GenericSchema;
  /** What the server answered: the errors that it found, by field, and what was typed, if it rendered the page anew. */
  answer?: object | undefined;
  /** Fields that are checked at each change, and not only when they are left. */
  checkedAsTyped?: string[];
}

/**
 * Holds a form to its schema while it is filled in: a field is checked when it is left, an error goes away as it is mended, in
 * whichever field, and a wrong form isn't sent but shows its first wrong field. Values stay in the page's own inputs, so that
 * whatever the browser fills in counts as typed; inputs are found by their id, so that a field needs no `name` to be checked.
 */
export function useForm({ id, schema, answer = {}, checkedAsTyped = [] }: FormOptions) {
  const { errors: sent, typed } = answer as { errors?: FieldErrors; typed?: Record<string, string> };
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>(sent ?? {});
  // Later answers come to a page that still has its inputs.
  const [typedBefore] = useState(typed);
  // The fields whose errors are shown: those that were left, or sent.
  const touched = useRef(new Set<string>());

  useEffect(() => {
    if (!sent) return;
    touched.current = new Set(namesOf(form.current));
    setErrors(sent);
    focusFirst(form.current, sent);
  }, [sent]);

  function check() {
    return validate(schema, readValues(form.current)).errors ?? {};
  }

  /** Shows what is wrong with the form as it is now, and goes to the first wrong field. @returns whether nothing is */
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
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const field = (target as HTMLElement).dataset.field;
        if (!field) return;
        touched.current.add(field);
        setErrors(pick(check(), [...touched.current]));
      },
      onInput({ target }: FormEvent<HTMLFormElement>) {
        const field = (target as HTMLElement).dataset.field ?? "";
        const shown = Object.keys(errors);
        if (checkedAsTyped.includes(field)) shown.push(field);
        if (shown.length > 0) setErrors(pick(check(), shown));
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        if (!isValid()) event.preventDefault();
      },
      onReset() {
        touched.current.clear();
        setErrors({});
      },
    },
    isValid,
    /** What the form holds right now, by field. */
    read: () => readValues(form.current),
    /** What an input, and the message below it, need to know of a field. */
    field(name: string, stored?: string) {
      return { id: `${id}-${name}`, field: name, error: errors[name], defaultValue: typedBefore?.[name] ?? stored };
    },
  };
}

function pick(errors: FieldErrors, fields: string[]): FieldErrors {
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
  return Object.fromEntries(fieldsOf(form).map((input) => [input.dataset.field as string, input.value]));
}

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors) {
  fieldsOf(form)
    .find(({ dataset }) => errors[dataset.field ?? ""])
    ?.focus();
}
