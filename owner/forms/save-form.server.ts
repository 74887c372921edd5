import { data } from "react-router";
import type * as v from "valibot";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "#shop/forms/form-errors.ts";
import { type FieldErrors, validate } from "#shop/forms/validate.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";

/** A form that wasn't saved, to be shown again. */
export interface RejectedForm<Typed = Record<string, string>> {
  typed: Typed;
  /** By field; `form` is for the whole form. */
  errors: FieldErrors;
  /** The current values, if someone else changed them while the form was open. */
  conflict?: Record<string, string> | undefined;
  /** The names of its fields for numbers with decimals. */
  decimals?: readonly string[];
}

type Rejection<Typed> = ReturnType<typeof data<RejectedForm<Typed>>>;
type Outcome<Values, Typed, Saved> =
  | { values: Values; saved: Awaited<Saved>; rejected?: undefined }
  | { values?: undefined; saved?: undefined; rejected: Rejection<Typed> };

/**
 * Validates a form and saves it.
 *
 * @param save throws the errors of `shop/forms/form-errors.ts`
 * @param otherErrors what the schema doesn't know, such as refused pictures
 * @returns the saved values and what `save` returns, or the answer with the rejected form
 * @throws 404 if what it is about is gone
 */
export async function saveForm<Values, Typed extends object, Saved>(
  schema: v.GenericSchema<unknown, Values>,
  typed: Typed,
  save: (values: Values) => Saved,
  otherErrors: FieldErrors = {},
): Promise<Outcome<Values, Typed, Saved>> {
  const { values, errors: wrong } = validate(schema, typed);
  const errors: FieldErrors = { ...wrong, ...otherErrors };
  if (!values || Object.keys(errors).length > 0) return { rejected: data<RejectedForm<Typed>>({ typed, errors }, 422) };
  try {
    return { values, saved: await save(values) };
  } catch (error) {
    return { rejected: rejectFor(error, typed) };
  }
}

/** The answer to what a rule of the shop refused. @throws 404 if what it is about is gone, and all other errors */
export function rejectFor<Typed extends object>(error: unknown, typed: Typed): Rejection<Typed> {
  if (error instanceof FormRefusedError) return data<RejectedForm<Typed>>({ typed, errors: error.errors }, 422);
  if (error instanceof RedirectError) return data<RejectedForm<Typed>>({ typed, errors: { slug: error.message } }, 422);
  if (error instanceof ChangedMeanwhileError)
    return data<RejectedForm<Typed>>({ typed, errors: {}, conflict: error.current }, 409);
  return throwUnknown(error);
}

/** @throws 404 if what it is about is gone, and all other errors */
export function throwUnknown(error: unknown): never {
  throw error instanceof RecordUnknownError ? data(null, 404) : error;
}
