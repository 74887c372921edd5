import { storableText } from "#shop/forms/validate.ts";
import type { TypedWebhook } from "./webhook-fields.tsx";

/** A posted form. */
export function readWebhookForm(form: FormData): TypedWebhook {
  const address = form.get("address");
  return {
    address: typeof address === "string" ? storableText(address) : "",
    events: form.getAll("events").map(String),
  };
}
