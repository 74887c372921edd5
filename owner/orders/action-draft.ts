import { cutText } from "#shop/cut-text.ts";

/** Limits of an order's form fields, in characters. */
export const fieldLimits = { carrier: 60, tracking: 60, note: 500, reason: 200 } as const;

/** Tells the styles of `action-bar` that nothing is typed. */
export const emptyPlaceholder = " ";

/** The input of an order's form. */
export interface ActionDraft {
  step: string | undefined;
  fields: Record<string, string | undefined>;
}

/** The fields that the URL carries while an owner signs in again. */
const keptFields = {
  amount: fieldLimits.reason,
  productId: fieldLimits.note,
  quantity: fieldLimits.reason,
  reason: fieldLimits.reason,
  note: fieldLimits.note,
};

/** Reads the draft from the URL after the owner signed in again. */
export function readDraft(query: URLSearchParams): ActionDraft {
  return pickFields(query.get("step") ?? undefined, (name) => query.get(name) ?? undefined);
}

/** The draft of a submitted form. */
export function draftOf(step: string | undefined, fields: Record<string, string | undefined>): ActionDraft {
  return pickFields(step, (name) => fields[name]);
}

function pickFields(step: string | undefined, read: (name: string) => string | undefined): ActionDraft {
  const kept = Object.entries(keptFields).map(([name, limit]) => {
    const text = read(name);
    return [name, text && cutText(text, limit)];
  });
  return { step, fields: Object.fromEntries(kept) };
}
