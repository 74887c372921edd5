import { FormRefusedError } from "#shop/forms/form-errors.ts";
import { type FieldErrors, storableText, validate } from "#shop/forms/validate.ts";
import { type WebhookFields, webhookForm } from "#shop/webhooks/webhook-form.ts";
import type { TypedWebhook } from "./webhook-fields.tsx";

/** A form that wasn't saved. */
export interface RejectedWebhook {
  typed: TypedWebhook;
  errors: FieldErrors;
}

/** Saves a posted form, unless its fields are wrong or the shop refuses it. */
export async function saveForm<Saved>(
  form: FormData,
  save: (fields: WebhookFields) => Promise<Saved>,
): Promise<{ saved: Saved; rejected?: undefined } | { rejected: RejectedWebhook }> {
  const address = form.get("address");
  const typed = {
    address: typeof address === "string" ? storableText(address) : "",
    events: form.getAll("events").map(String),
  };
  const { values, errors } = validate(webhookForm, typed);
  if (errors) return { rejected: { typed, errors } };
  try {
    return { saved: await save(values) };
  } catch (error) {
    if (error instanceof FormRefusedError) return { rejected: { typed, errors: error.errors } };
    throw error;
  }
}
