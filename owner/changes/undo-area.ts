import { actOnManyOf } from "#shop/changes/acts-on-many.ts";
import type { Change } from "#shop/changes/change-log.ts";
import type { Owner } from "#shop/owners/owners.ts";
import { may, type Right } from "#shop/owners/rights.ts";

/**
 * How much undoing a change asks for: the right of the form that made it. `access/acts.ts` says the same of each as a step, and what else it asks for.
 * From the one that asks for the least to the one that asks for the most.
 */
const rights = {
  catalog: "catalog",
  giveaway: "catalog",
  setUp: "setUp",
  payments: "payments",
  access: "access",
} as const satisfies Record<string, Right>;

export type UndoArea = keyof typeof rights;

const order = Object.keys(rights) as UndoArea[];

const areaOfKind: Partial<Record<Change["kind"], UndoArea>> = {
  product: "catalog",
  category: "catalog",
  page: "catalog",
  redirect: "catalog",
  discount: "giveaway",
  appearance: "setUp",
  delivery: "setUp",
  vat: "setUp",
};

const areaOfSettings: Record<string, UndoArea> = {
  shop: "payments",
  "mail server": "access",
  taxes: "setUp",
  "taxes abroad": "setUp",
  feeds: "catalog",
  "legal guarantee": "catalog",
  synonyms: "catalog",
};

/** What undoing an act asks for, by its entries in the log; undefined if it can't be undone. */
export function areaOf(changes: Pick<Change, "kind" | "subject" | "action" | "isPart">[]): UndoArea | undefined {
  const isOrdinary = changes.some((change) => actOnManyOf(change)?.isOrdinary);
  const areas = changes.map(({ kind, subject, isPart }) =>
    isPart && !isOrdinary ? "giveaway" : kind === "settings" ? areaOfSettings[subject] : areaOfKind[kind],
  );
  if (areas.length === 0 || areas.includes(undefined)) return undefined;
  return order.findLast((area) => areas.includes(area));
}

/** Whether a role may undo it. */
export function mayUndo(role: Owner["role"], area: UndoArea | undefined) {
  return area !== undefined && may(role, rights[area]);
}
