import { email } from "../forms/account-fields.ts";
import { safeParse } from "../forms/validate.ts";
import { errorMessage, type Message, warning } from "./refusal.ts";
import type { Selection } from "./selection.ts";
import type { Context } from "./selection-form.ts";

/** https://ucp.dev/2026-04-08/schemas/shopping/types/reverse_domain_name.json */
const claimShape = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$/;

const buyerEmail = email("Please enter a valid email address");

/** What is wrong with what a platform says of its buyer. The shop gives no benefits for claims, so it accepts none. */
export function checkClaims({ buyer, context }: Pick<Selection, "buyer" | "context">): Message[] {
  return [...checkEmail(buyer?.email), ...checkEligibility(context)];
}

/** What a platform said of the area and the claims. Names that the protocol doesn't allow are left out. */
export function shownContext({ eligibility, ...context }: Context) {
  return { ...context, ...(eligibility && { eligibility: eligibility.filter(isClaim) }) };
}

function checkEmail(typed: string | undefined): Message[] {
  if (!typed) return [];
  const { success, issues } = safeParse(buyerEmail, typed);
  return success ? [] : [errorMessage("invalid_email", issues[0].message, "recoverable", "$.buyer.email")];
}

function checkEligibility({ eligibility = [] }: Context = {}): Message[] {
  const shown = eligibility.filter(isClaim);
  return eligibility.map((claim) => {
    const path = isClaim(claim) ? `$.context.eligibility[${shown.indexOf(claim)}]` : "$.context.eligibility";
    return warning("eligibility_not_accepted", `This shop has no benefits for ${claim}.`, path);
  });
}

function isClaim(text: string) {
  return claimShape.test(text);
}
