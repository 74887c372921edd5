import { HtmlValidate, type RuleConfig } from "html-validate/node";

/** All recommended rules hold but those that contradict how React writes what HTML leaves free. */
const rules: RuleConfig = {
  // React writes attributes in its own case (`charSet`), and void elements and attributes as XML does.
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  "void-style": "off",
  // React's own ids begin with an underscore, as HTML allows.
  "valid-id": ["error", { relaxed: true }],
  // Browsers forget that a table is one where rows are shown as blocks, unless its roles are written out.
  "no-redundant-role": "off",
  // A product's title is as long as its catalog has it, and all of it belongs into the tab.
  "long-title": "off",
  // A checkbox for each filter sends them under one name.
  "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit", "reset"] }],
  // Every script and style is the shop's own.
  "require-sri": ["error", { target: "crossorigin" }],
};

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended", "html-validate:document"],
  rules,
});

/** What is wrong with a page's HTML, one line for each problem. */
export async function htmlProblems(html: string) {
  const { results } = await validator.validateString(html);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
}
