import * as v from "valibot";
import { allEventTypes, type EventType } from "../events/event-types.ts";
import { typedText } from "../forms/form-rules.ts";

export const addressLimit = 500;

/** The form of a webhook. */
export const webhookForm = v.object({
  address: v.pipe(
    typedText(addressLimit),
    v.nonEmpty("Enter an address"),
    v.check((typed) => typed === "" || isSendable(typed), "Use an address such as https://warehouse.example.com/hooks"),
  ),
  events: v.pipe(
    v.optional(v.array(v.string()), []),
    v.maxLength(allEventTypes.length, "Choose events from the list"),
    v.check((chosen) => chosen.every(isEventType), "Choose events from the list"),
    v.transform((chosen) => allEventTypes.filter((type) => chosen.includes(type))),
    v.nonEmpty("Choose at least one event"),
  ),
});

export interface WebhookFields {
  address: string;
  events: EventType[];
}

function isEventType(text: string) {
  return (allEventTypes as string[]).includes(text);
}

/** A password in it would be shown to everyone who sees the list, and isn't sent. */
function isSendable(typed: string) {
  const url = URL.parse(typed);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
