import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { GenericSchema } from "valibot";
import { type FieldErrors, validate } from "#shop/validate.ts";

/** Gives what an input, and the message below it, need to know of a field. */
export type FormFields = ReturnType<typeof useForm>["field"];

/**
 * Holds a form to its schema while it is filled in: a field is checked when it is left, an error goes away as it is mended,
 * and a wrong form isn't sent but shows its first wrong field. Values stay in the page's own inputs, so that whatever the
 * browser fills in counts as typed; inputs are found by their id, so that a field needs no `name` to be checked.
 *
 * @param schema gives each field's first error
 * @param sent the errors that the server found, by field
 */
export function useForm({ id, schema, sent }: { id: string; schema: GenericSchema; sent?: FieldErrors }) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>(sent ?? {});

  useEffect(() => {
    if (!sent) return;
    setErrors(sent);
    focusFirst(form.current, sent);
  }, [sent]);

  function check() {
    return validate(schema, readValues(form.current)).errors ?? {};
  }

  function recheck(field: string) {
    const { [field]: message } = check();
    setErrors(({ [field]: _, ...others }) => (message ? { ...others, [field]: message } : others));
  }

  return {
    errors,
    props: {
      id,
      ref: form,
      noValidate: true,
      onBlur({ target }: FocusEvent<HTMLFormElement>) {
        const field = (target as HTMLElement).dataset.field;
        if (field) recheck(field);
      },
      onInput({ target }: FormEvent<HTMLFormElement>) {
        const field = (target as HTMLElement).dataset.field;
        if (field && errors[field]) recheck(field);
      },
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const found = check();
        setErrors(found);
        if (Object.keys(found).length === 0) return;
        event.preventDefault();
        focusFirst(form.current, found);
      },
    },
    /** What the form holds right now, by field. */
    read: () => readValues(form.current),
    /** What an input, and the message below it, need to know of a field. */
    field(name: string) {
      return { id: `${id}-${name}`, field: name, error: errors[name] };
    },
  };
}

function fieldsOf(form: HTMLFormElement | null) {
  return Array.from(form?.elements ?? []).filter(
    (element): element is HTMLInputElement => element instanceof HTMLElement && element.dataset.field !== undefined,
  );
}

function readValues(form: HTMLFormElement | null): Record<string, string> {
  return Object.fromEntries(fieldsOf(form).map((input) => [input.dataset.field as string, input.value]));
}

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors) {
  fieldsOf(form)
    .find(({ dataset }) => errors[dataset.field ?? ""])
    ?.focus();
}
