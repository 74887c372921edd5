import { allEventTypes, eventTypes } from "#shop/events/event-types.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { addressLimit } from "#shop/webhooks/webhook-form.ts";
import { CheckboxGroup } from "../forms/checkbox-group.tsx";
import { TextField } from "../forms/form-fields.tsx";

/** A form as it was posted, or as it is saved. */
export interface TypedWebhook {
  address: string;
  events: string[];
}

interface WebhookFieldsProps {
  typed: TypedWebhook | undefined;
  errors: FieldErrors;
}

/** Where a webhook sends, and a box for each event. */
export function WebhookFields({ typed, errors }: WebhookFieldsProps) {
  return (
    <>
      <TextField
        label="Address"
        name="address"
        defaultValue={typed?.address}
        maxLength={addressLimit}
        required
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://warehouse.example.com/hooks"
        {...(errors.address && { error: errors.address })}
        hint="The program's own address. The shop posts a message there each time."
      />
      <CheckboxGroup name="events" label="Events" hint="The shop sends these." error={errors.events}>
        <div className="mt-3 grid gap-x-6 border-y border-line py-1 sm:grid-cols-2">
          {allEventTypes.map((type) => (
            <div key={type} className="flex min-h-11 min-w-0 items-start gap-3 py-2 text-sm">
              <input
                type="checkbox"
                id={type}
                name="events"
                value={type}
                defaultChecked={typed?.events.includes(type)}
                aria-describedby={`${type}-hint`}
                className="size-5 shrink-0 accent-spruce"
              />
              <div className="min-w-0">
                <label htmlFor={type} className="font-medium wrap-anywhere">
                  {type}
                </label>
                <p id={`${type}-hint`} className="text-soft">
                  {eventTypes[type]}
                </p>
              </div>
            </div>
          ))}
        </div>
      </CheckboxGroup>
    </>
  );
}
