import { normalizeNewlines } from "#shop/forms/validate.ts";

type Texts = Record<string, string>;

/** Names of fields that only make sense together, such as a kind of discount and its value. */
export type FieldGroups<Name extends string = string> = readonly (readonly Name[])[];

/** A field whose saved value a form would overwrite. */
export interface FieldConflict {
  field: string;
  now: string;
  typed: string;
  /** Whether the form changed the field itself, or only another one of its group. */
  isTouched: boolean;
}

interface Edit {
  /** The form as it was posted. */
  typed: Texts;
  /** The same as its rules read it. */
  values: Texts;
  /** The values when the form was opened. A field that is missing there counts as changed if it was posted. */
  seen: Texts;
  /** What someone else has saved since. */
  current: Texts;
}

/**
 * Brings a form and what someone else saved meanwhile together: fields that the form left alone take the saved value, and those that it changed
 * keep what was typed. See docs/decisions/0368.
 *
 * @param together groups that are taken from the form or from what is saved as a whole
 * @returns the form, and the fields of which the two differ
 */
export function mergeEdit({ typed, values, seen, current }: Edit, together: FieldGroups) {
  const isTouched = (field: string) => {
    const [opened, posted] = [seen[field], typed[field]];
    if (opened === undefined) return posted !== undefined;
    return normalizeNewlines(posted ?? "") !== opened && values[field] !== opened;
  };
  const merged = { ...typed };
  const conflicts: FieldConflict[] = [];
  for (const group of groupsOf(Object.keys(values), together)) {
    if (!group.some(isTouched)) {
      for (const field of group) merged[field] = current[field] ?? "";
      continue;
    }
    for (const field of group) {
      const [now = "", value = ""] = [current[field], values[field]];
      if (now !== seen[field] && now !== value)
        conflicts.push({ field, now, typed: typed[field] ?? "", isTouched: isTouched(field) });
    }
  }
  return { merged, conflicts };
}

/** All fields by their groups; one that has no group is its own. */
function groupsOf(fields: string[], together: FieldGroups) {
  const grouped = new Set(together.flat());
  return [...together, ...fields.filter((field) => !grouped.has(field)).map((field) => [field])];
}
