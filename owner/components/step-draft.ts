import { stepLimits } from "./step-limits.ts";

/** What was typed in an order's form. */
export interface StepDraft {
  step: string | undefined;
  fields: Record<string, string | undefined>;
}

/** The fields that are kept in the screen's address while an owner signs in again. */
const keptFields = { amount: stepLimits.reason, reason: stepLimits.reason, note: stepLimits.note };

/** Reads from a screen's address what was typed before its owner signed in again. */
export function readDraft(query: URLSearchParams): StepDraft {
  return pickFields(query.get("step") ?? undefined, (name) => query.get(name) ?? undefined);
}

/** What is kept of a form that was posted. */
export function draftOf(step: string | undefined, fields: Record<string, string | undefined>): StepDraft {
  return pickFields(step, (name) => fields[name]);
}

function pickFields(step: string | undefined, read: (name: string) => string | undefined): StepDraft {
  const kept = Object.entries(keptFields).map(([name, limit]) => [name, read(name)?.slice(0, limit)]);
  return { step, fields: Object.fromEntries(kept) };
}
