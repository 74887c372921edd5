import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Sentence } from "./sentence.tsx";

test.each([
  ["Tea: only 4 left", ["Tea"], "Tea: only 4 left"],
  ["شاي: only 4 left", ["شاي"], "<bdi>شاي</bdi>: only 4 left"],
  ["From “תה” to “Tea” and “شاي”", ["תה", "Tea", "شاي"], "From “<bdi>תה</bdi>” to “Tea” and “<bdi>شاي</bdi>”"],
  ["Two items", [undefined, "شاي", ""], "Two items"],
])("in %j, only names from right to left are isolated", (text, names, html) => {
  expect(renderToStaticMarkup(<Sentence text={text} names={names} />)).toBe(html);
});
