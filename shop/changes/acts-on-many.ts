import type { NewChange } from "./change-log.ts";

interface ManyProducts {
  undo: string;
  subject: "file" | "group" | "count";
  isOrdinary?: boolean;
}

/**
 * What is done with many products at once, as the log calls it, and what it calls the undo of it. The subject of such an entry isn't a product: it is a file, a
 * group, or how many. An ordinary one changes few products, and no prices of a whole catalog: its undo asks for no more than one product's.
 */
export const actsOnMany = {
  imported: { undo: "import undone", subject: "file" },
  "changed in bulk": { undo: "bulk change undone", subject: "count" },
  "drafts published": { undo: "drafts unpublished", subject: "count", isOrdinary: true },
  "drafts deleted": { undo: "drafts brought back", subject: "count", isOrdinary: true },
  "variants changed": { undo: "variants change undone", subject: "group", isOrdinary: true },
} satisfies Record<string, ManyProducts>;

export type ActOnMany = keyof typeof actsOnMany;

const listed = Object.entries(actsOnMany) as [ActOnMany, ManyProducts][];

/** The act on many products that an entry is of, or of whose undo; undefined for others. */
export function actOnManyOf({ kind, action }: Pick<NewChange, "kind" | "action">) {
  if (kind !== "product") return undefined;
  const found = listed.find(([act, { undo }]) => action === act || action === undo);
  return found && { act: found[0], ...found[1], isUndo: action === found[1].undo };
}
