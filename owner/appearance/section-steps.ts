import { changeSections, sectionChanges, sections } from "#shop/appearance/home-sections.ts";

type Texts = Record<string, string>;

/** The steps of the appearance form that show it again with its sections changed, by the buttons' values: "up hero". */
export const sectionSteps: Record<string, (typed: Texts) => Texts> = Object.fromEntries(
  sections.flatMap((section) =>
    sectionChanges.map((change) => [`${change} ${section}`, (typed: Texts) => changeSections(typed, section, change)]),
  ),
);
