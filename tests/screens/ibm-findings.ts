import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { Checker } from "accessibility-checker-engine";

const checkerFile = fileURLToPath(import.meta.resolve("accessibility-checker-engine/ace.js"));

/** What IBM's checker finds and isn't a fault, each with its reason: a rule alone, or a rule of elements like this. */
const allowed: { rule: string; element?: RegExp }[] = [
  // Tables say their roles, which some browsers forget where rows are shown as blocks, and have no header row there (`ui/table.tsx`).
  { rule: "aria_role_redundant" },
  { rule: "table_headers_exists", element: /class="rows"/ },
  // It takes every form for a landmark. One without a name is none.
  { rule: "aria_form_label_unique" },
  { rule: "aria_landmark_name_unique", element: /^<form / },
  // It takes what only screen readers read (`sr-only`) for hidden. axe doesn't.
  { rule: "aria_accessiblename_exists", element: /^<th / },
  { rule: "label_content_exists", element: /data-with-scripts/ },
  { rule: "label_ref_valid", element: /for="profile-picture"/ },
  // A filter is sent under one name, in a group for each kind.
  { rule: "input_checkboxes_grouped", element: /name="filter"/ },
  // The buttons on both sides of a quantity say of what it is.
  { rule: "input_label_exists", element: /^<output / },
  // Its label is the button that opens it on phones.
  { rule: "aria_complementary_label_visible", element: /id="filters"/ },
  // The rows of a table of fields have a name rather than a legend, which would be a row of its own.
  { rule: "fieldset_legend_valid", element: /class="contents" aria-label=/ },
  // HTML allows an email address that is the user's name.
  { rule: "input_autocomplete_valid", element: /autocomplete="username"/ },
  // Scripts fill it in.
  { rule: "aria_child_valid", element: /data-uploads/ },
];

/** What IBM's accessibility checker calls a fault of a page, as it is shown. */
export async function ibmFindings(page: Page) {
  await page.evaluate(await readFile(checkerFile, "utf8"));
  const found = await page.evaluate(async () => {
    const { ace } = window as unknown as { ace: { Checker: typeof Checker } };
    const { results } = await new ace.Checker().check(document, ["IBM_Accessibility"]);
    return (
      results
        .filter(({ value: [, outcome] }) => outcome === "FAIL")
        // In a folded part, it finds fields but not their labels.
        .filter(({ node }) => !(node instanceof Element) || node.checkVisibility())
        .map(({ ruleId, message, snippet }) => ({ ruleId, message, snippet }))
    );
  });
  return found
    .filter(
      ({ ruleId, snippet }) =>
        !allowed.some(({ rule, element }) => rule === ruleId && element?.test(snippet) !== false),
    )
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message}\n${snippet}`);
}
