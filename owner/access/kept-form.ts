import * as v from "valibot";
import { parseJson } from "#shop/files/json-bounds.ts";
import { parse } from "#shop/forms/validate.ts";
import { isMultipart } from "#web/is-multipart.ts";

/** The field that carries a kept form as JSON. */
export const keptField = "kept";

const keptForm = v.object({
  isMultipart: v.boolean(),
  fields: v.array(v.tuple([v.string(), v.string()])),
});

/** A form that waits until its owner has signed in again: the names and values of its fields, in order, without files. */
export type KeptForm = v.InferOutput<typeof keptForm>;

export function keepForm(form: FormData, headers: Headers): KeptForm {
  return {
    isMultipart: isMultipart({ headers }),
    fields: [...form].filter((field): field is [string, string] => typeof field[1] === "string"),
  };
}

/** The form that the screen has kept; undefined if there is none, or its JSON isn't one. */
export function readKeptForm(form: FormData): KeptForm | undefined {
  try {
    return parse(keptForm, parseJson(String(form.get(keptField))));
  } catch {
    return undefined;
  }
}
