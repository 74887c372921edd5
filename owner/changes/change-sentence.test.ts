import { expect, test } from "vitest";
import { changeSentence } from "./change-sentence.ts";

const email = "olga@example.com";
const uuid = "c16b5ec1-93b0-4877-a61a-54e2834a4e47";

test.for([
  ["product", "lemons", "edited", "Product lemons edited"],
  ["product", "spring.csv", "imported", "Products imported from spring.csv"],
  ["product", "1234", "changed in bulk", "1234 selected products changed at once"],
  ["product", "2", "bulk change undone", "Undone: 2 selected products changed at once"],
  ["product", "6", "drafts published", "6 drafts published"],
  ["product", "6", "drafts unpublished", "Undone: 6 drafts published"],
  ["product", "3", "drafts deleted", "3 drafts deleted"],
  ["product", "spring.csv", "import undone", "Undone: Products imported from spring.csv"],
  ["product", "tee", "variants change undone", "Undone: Variants of tee changed"],
  ["settings", "shop", "change undone", "Undone: General settings"],
  ["discount", "SPRING", "turned off by an undo", "Undone: Discount SPRING turned off, as orders used it"],
  ["customer", email, "two-step verification off", `Two-step verification of ${email} turned off`],
  ["customer", email, "signed out of Firefox on Linux", `${email} signed out of Firefox on Linux`],
  ["customer", uuid, "deleted", "Account of a customer deleted"],
  ["mail", "all (5)", "tried again", "All waiting emails retried"],
  ["role", email, "given", `${email} given a role`],
  ["settings", "mail server", "changed", "Mail server changed"],
  ["sign-in", email, "refused: wrong password", `Sign-in of ${email} refused: wrong password`],
  ["vat", "DE", "added", "VAT of Germany added"],
  ["withdrawal", uuid, "matched", "Withdrawal matched"],
  ["withdrawal", "ABCDEF1234", "unmatched", "Match of the withdrawal from order ABCDEF1234 undone"],
  ["withdrawal", "ABCDEF1234", "marked as done", "Withdrawal from order ABCDEF1234 marked as done"],
] as const)("the log calls %s %s %s “%s”", ([kind, subject, action, sentence]) => {
  expect(changeSentence({ kind, subject, action })).toBe(sentence);
});
