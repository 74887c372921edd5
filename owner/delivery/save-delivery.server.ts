import { data } from "react-router";
import { DeliveryChangedError, DeliveryFormError, DeliveryUnknownError } from "#shop/delivery/change-delivery.ts";
import { type DeliveryFields, deliveryForm } from "#shop/delivery/delivery-form.ts";
import { type FieldErrors, textFields, validate } from "#shop/validate.ts";
import { readForm } from "#web/posted-form.server.ts";

/** An option's form that wasn't saved, to be shown again. */
export interface RejectedDelivery {
  typed: Record<string, string>;
  errors: FieldErrors;
  /** The current values, if someone else changed them while the form was open. */
  conflict?: DeliveryFields;
}

export async function readDeliveryForm(request: Request) {
  return textFields(await readForm(request));
}

/**
 * Validates an option's form and saves it.
 *
 * @returns the saved fields, or the answer with the rejected form
 * @throws 404 if the option is gone
 */
export async function saveDeliveryForm(typed: Record<string, string>, save: (fields: DeliveryFields) => Promise<void>) {
  const { values, errors } = validate(deliveryForm, typed);
  if (errors) return { rejected: data<RejectedDelivery>({ typed, errors }, 422) };
  try {
    await save(values);
    return { values };
  } catch (error) {
    if (error instanceof DeliveryFormError) {
      return { rejected: data<RejectedDelivery>({ typed, errors: error.errors }, 422) };
    }
    if (error instanceof DeliveryChangedError) {
      return { rejected: data<RejectedDelivery>({ typed, errors: {}, conflict: error.current }, 409) };
    }
    return throwUnknown(error);
  }
}

/** @throws 404 if the option is gone, and all other errors */
export function throwUnknown(error: unknown): never {
  throw error instanceof DeliveryUnknownError ? data(null, 404) : error;
}

/** @throws 404 for what is no id */
export function readId(text: string) {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw data(null, 404);
  return Number(text);
}
