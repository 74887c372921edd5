import { type ActOnMany, actOnManyOf } from "#shop/changes/acts-on-many.ts";
import type { Change } from "#shop/changes/change-log.ts";
import { countryOf } from "#shop/values/countries.ts";

type Kind = Change["kind"];
type Sentence = (subject: string) => string;

/** A logged change as a sentence, such as "Product lemons edited". */
export function changeSentence({ kind, subject, action }: Pick<Change, "kind" | "subject" | "action">) {
  const done = currentActions[action] ?? action;
  if (done === "change undone") return `Undone: ${nouns[kind](subject)}`;
  if (done === "undone in part") return `Undone in part: ${nouns[kind](subject)}`;
  if (done === "archived by an undo") return `Undone: ${nouns[kind](subject)} archived, as it was sold or changed`;
  if (done === "turned off by an undo") return `Undone: ${nouns[kind](subject)} turned off, as orders used it`;
  const many = actOnManyOf({ kind, action: done });
  if (many) return many.isUndo ? `Undone: ${sentencesOfMany[many.act](subject)}` : sentencesOfMany[many.act](subject);
  if (done.startsWith("signed out of ")) return `${subject} ${done}`;
  return sentences[kind]?.[done]?.(subject) ?? `${nouns[kind](subject)} ${done}`;
}

/** What earlier versions called some actions: the log keeps their words. */
const currentActions: Record<string, string> = {
  "put back": "unarchived",
  "tried again": "retried",
  "opened again": "reopened",
  answered: "replied to",
  given: "added",
};

/** What was changed, such as "Product lemons". */
export function changedThing({ kind, subject }: Pick<Change, "kind" | "subject">) {
  return nouns[kind](subject);
}

/** What was changed; what was done with it follows. */
const nouns: Record<Kind, Sentence> = {
  product: (id) => `Product ${id}`,
  category: (slug) => `Category ${slug}`,
  // Deleted accounts are logged by their id.
  customer: (email) => (isUuid(email) ? "Account of a customer" : `Account of ${email}`),
  message: (id) => `Message ${id}`,
  // Earlier versions logged the statement's id.
  withdrawal: (order) => (isUuid(order) ? "Withdrawal" : `Withdrawal from order ${order}`),
  mail: (id) => `Email ${id}`,
  order: (number) => `Order ${number}`,
  discount: (code) => `Discount ${code}`,
  delivery: (name) => `Delivery option ${name}`,
  vat: (subject) =>
    subject.includes("/") ? `Exchange rate ${subject}` : `VAT of ${countryOf(subject)?.name ?? subject}`,
  page: (slug) => `Page ${slug}`,
  appearance: () => "Appearance",
  redirect: (from) => `Redirect of ${from}`,
  settings: (section) => settingsSections[section] ?? `Settings of ${section}`,
  import: (what) => `Import of ${what}`,
  backup: (file) => `Backup ${file}`,
  role: (email) => `Role of ${email}`,
  "sign-in": (email) => `Sign-in of ${email}`,
  token: (name) => `API token ${name}`,
  webhook: (address) => `Webhook ${address}`,
};

/** As their screens are called. */
const settingsSections: Record<string, string> = {
  shop: "General settings",
  "mail server": "Mail server",
  feeds: "Feeds",
  taxes: "Taxes",
  "taxes abroad": "Sales abroad",
  "legal guarantee": "Legal guarantee",
  synonyms: "Synonyms",
};

/** What was done with many products. */
const sentencesOfMany: Record<ActOnMany, Sentence> = {
  imported: (file) => `Products imported from ${file}`,
  "changed in bulk": (selected) => `${selected} selected ${selected === "1" ? "product" : "products"} changed at once`,
  "drafts published": (count) => `${count} drafts published`,
  "drafts deleted": (count) => `${count} drafts deleted`,
  "variants changed": (group) => `Variants of ${group} changed`,
};

/** Actions that don't simply follow what was changed. */
const sentences: Partial<Record<Kind, Record<string, Sentence>>> = {
  product: {
    "draft deleted": (id) => `Draft of product ${id} deleted`,
    "variants reordered": (id) => `Variants of product ${id} reordered`,
  },
  customer: {
    "two-step verification on": (email) => `Two-step verification of ${email} turned on`,
    "two-step verification off": (email) => `Two-step verification of ${email} turned off`,
    "new recovery codes": (email) => `New recovery codes made for ${email}`,
    "recovery code used": (email) => `Recovery code of ${email} used`,
    "passkey added": (email) => `Passkey of ${email} added`,
    "passkey deleted": (email) => `Passkey of ${email} deleted`,
    "email changed": (email) => `Email of an account changed to ${email}`,
    downloaded: (email) => `Personal data of ${email} downloaded`,
  },
  mail: {
    queued: () => "Emails with a link to choose a password queued",
    stopped: () => "Emails with a link to choose a password stopped",
    // All of them are logged as "all (5)".
    retried: (which) => `${which.startsWith("all ") ? "All waiting emails" : `Email ${which}`} retried`,
  },
  redirect: {
    imported: (file) => `Redirects imported from ${file === "file" ? "a file" : file}`,
  },
  role: {
    added: (email) => `${email} given a role`,
    invited: (email) => `${email} invited to the staff`,
    "invitation revoked": (email) => `Invitation of ${email} revoked`,
  },
  withdrawal: {
    unmatched: (order) => `Match of the withdrawal${isUuid(order) ? "" : ` from order ${order}`} undone`,
  },
  "sign-in": {
    succeeded: (email) => `${email} signed in`,
  },
  webhook: {
    "secret changed": (address) => `Secret of webhook ${address} changed`,
    "sent again": (address) => `Message to webhook ${address} sent again`,
  },
};

function isUuid(text: string) {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
