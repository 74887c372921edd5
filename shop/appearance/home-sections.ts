/** The home page's sections that a new shop shows, in its order. See docs/decisions/0389. */
export const firstSections = ["hero", "categories", "trending", "features", "stats"] as const;
/** Those that owners may add. */
const furtherSections = ["story", "newest", "affordable", "text"] as const;
export const sections = [...firstSections, ...furtherSections] as const;
export type Section = (typeof sections)[number];

export const sectionChanges = ["up", "down", "remove", "add"] as const;
export type SectionChange = (typeof sectionChanges)[number];

type Texts = Record<string, string>;

/** All sections: those that a text names, in its order, then the others. */
export function orderSections(names: string): Section[] {
  const named = names.split(/[\s,]+/).filter((name): name is Section => sections.includes(name as Section));
  return [...new Set([...named, ...sections])];
}

/** An order as forms have it; "" for a new shop's. */
export function writeOrder(order: readonly Section[]) {
  const names = order.join(", ");
  return names === sections.join(", ") ? "" : names;
}

/** A form after a section was moved past its neighbor, taken off the page, or added at its end. */
export function changeSections(typed: Texts, section: Section, change: SectionChange): Texts {
  const isShown = change !== "remove";
  const next = { ...typed, [`${section}Shown`]: isShown ? "on" : "" };
  if (!isShown) return next;
  const order = orderSections(typed.sectionOrder ?? "");
  const shown = order.filter((each) => each !== section && typed[`${each}Shown`]);
  const place = shown.filter((each) => order.indexOf(each) < order.indexOf(section)).length;
  const places: Record<typeof change, number> = { up: place - 1, down: place + 1, add: shown.length };
  const before = shown[Math.max(places[change], 0)];
  const others = order.filter((each) => each !== section);
  const last = shown.at(-1);
  const at = before ? others.indexOf(before) : last ? others.indexOf(last) + 1 : 0;
  return { ...next, sectionOrder: writeOrder(others.toSpliced(at, 0, section)) };
}
