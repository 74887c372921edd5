import { colorNames } from "#shop/appearance/appearance-form.ts";
import { changeSections, sectionChanges, sections } from "#shop/appearance/home-sections.ts";

type Texts = Record<string, string>;

/** What buttons of the appearance form do without saving it: "up hero", "useColors #1e4d40 #f4e9d8 #191713". */
export const appearanceSteps: Record<string, (typed: Texts) => Texts> = {
  // What is chosen is shown with the form.
  showPictures: (typed) => typed,
  suggestColors: (typed) => typed,
  useColors: (typed) => ({
    ...typed,
    ...Object.fromEntries(colorNames.map((name, index) => [name, argument(typed, index)])),
  }),
  ...Object.fromEntries(
    sectionChanges.map((change) => [
      change,
      (typed: Texts) => {
        const section = sections.find((each) => each === argument(typed, 0));
        return section ? changeSections(typed, section, change) : typed;
      },
    ]),
  ),
};

/** A word after the step's name. */
function argument({ step = "" }: Texts, index: number) {
  return step.split(" ")[index + 1] ?? "";
}
