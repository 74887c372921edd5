import { data } from "react-router";
import type * as v from "valibot";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "#shop/forms/form-errors.ts";
import { type FieldErrors, validate } from "#shop/forms/validate.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";
import { type FieldConflict, type FieldGroups, mergeEdit } from "./merge-edit.ts";
import { readOriginal, withOriginal } from "./original-values.tsx";

/** A form that wasn't saved, to be shown again. */
export interface RejectedForm<Typed = Record<string, string>> {
  typed: Typed;
  /** By field; `form` is for the whole form. */
  errors: FieldErrors;
  /** What saving it again would overwrite, if someone else changed the same while the form was open. */
  conflicts?: FieldConflict[] | undefined;
  /** Whether fields that it left alone have what someone else saved meanwhile. */
  isMerged?: boolean;
  /** The names of its fields for numbers with decimals. */
  decimals?: readonly string[];
}

type Texts = Record<string, string>;
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

/** Other people's saves that a form is merged with before it asks. */
const mostMerges = 5;

/**
 * The same for a form that carries its `OriginalValues`. If someone else has saved meanwhile, both changes are saved; only a field that both changed
 * is shown as a conflict. The rules count for the merged form, which is also what is shown again. See docs/decisions/0368.
 *
 * @param save is also given the values when the form was opened, and throws ChangedMeanwhileError if they aren't the saved ones any more
 * @param together fields that only make sense together
 */
export async function saveEdit<Values extends Texts, Saved>(
  schema: v.GenericSchema<unknown, Values>,
  posted: Texts,
  save: (values: Values, seen: Texts) => Saved,
  { together = [], otherErrors = {} }: { together?: FieldGroups | undefined; otherErrors?: FieldErrors },
): Promise<Outcome<Values, Texts, Saved>> {
  let typed = posted;
  for (let merges = 0; ; merges += 1) {
    const isMerged = merges > 0;
    const { values, errors } = validate(schema, typed);
    const wrong: FieldErrors = { ...errors, ...otherErrors };
    if (!values || Object.keys(wrong).length > 0) return { rejected: data({ typed, errors: wrong, isMerged }, 422) };
    const seen = readOriginal(typed);
    try {
      return { values, saved: await save(values, seen) };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) {
        const { data: refused, init } = rejectFor(error, typed);
        return { rejected: data({ ...refused, isMerged }, init ?? {}) };
      }
      const { current } = error;
      const { merged, conflicts } = mergeEdit({ typed, values, seen, current }, together);
      typed = withOriginal(merged, current);
      if (conflicts.length > 0 || merges === mostMerges)
        return { rejected: data({ typed, errors: {}, conflicts, isMerged: true }, 409) };
    }
  }
}

/** The answer to what a rule of the shop refused. @throws 404 if what it is about is gone, and all other errors */
export function rejectFor<Typed extends object>(error: unknown, typed: Typed): Rejection<Typed> {
  if (error instanceof FormRefusedError) return data<RejectedForm<Typed>>({ typed, errors: error.errors }, 422);
  if (error instanceof RedirectError) return data<RejectedForm<Typed>>({ typed, errors: { slug: error.message } }, 422);
  return throwUnknown(error);
}

/** @throws 404 if what it is about is gone, and all other errors */
export function throwUnknown(error: unknown): never {
  throw error instanceof RecordUnknownError ? data(null, 404) : error;
}
