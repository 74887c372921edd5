import * as v from "valibot";
import { email, firstname, lastname, requiredText } from "../forms/account-fields.ts";
import { cleaned } from "../forms/form-rules.ts";

/** Rules that the browser and the server share. */

export const subjectLimit = 20;

/** The message field takes no more than this. */
export const messageLimit = 200;

/** A longer message that doesn't come from our field is accepted below this trimmed length. */
const longestMessage = 300;

export const phoneNumberLength = 8;
export const orderNumberLengths = { min: 6, max: 12 } as const;

const orderNumberMessage = "Order number must be 6-12 characters (letters and numbers)";

export const contactForm = v.object({
  firstName: firstname,
  lastName: lastname,
  email: email("Please enter a valid email address"),
  phoneNumber: v.pipe(
    requiredText("Phone number is required"),
    v.transform(withoutSeparators),
    v.regex(/^\d{8}$/, "Phone number must be exactly 8 digits"),
  ),
  orderNumber: v.pipe(
    v.optional(v.string(orderNumberMessage), ""),
    cleaned,
    v.toUpperCase(),
    v.regex(/^([A-Z0-9]{6,12})?$/, orderNumberMessage),
    v.transform((orderNumber) => orderNumber || null),
  ),
  subject: requiredText("Subject is required", subjectLimit),
  message: v.pipe(
    v.string("Message is required"),
    cleaned,
    v.nonEmpty("Message is required"),
    v.check((message) => message.length < longestMessage, `Maximum characters allowed is ${longestMessage}`),
  ),
});

/** Phone numbers are often written in groups: 12 34 56 78. */
function withoutSeparators(phoneNumber: string) {
  return phoneNumber.replace(/[\s-]/g, "");
}

export type ContactForm = v.InferOutput<typeof contactForm>;
