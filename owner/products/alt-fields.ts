import { listOfText } from "#shop/files/list-text.ts";
import { textLines } from "#shop/forms/validate.ts";

/** Characters of a picture's alt text. */
export const altLimit = 500;
/** Pictures with a field for it: more than a gallery has unless a file brought them. */
export const mostAltFields = 60;

export function altFieldName(number: number) {
  return `alt-${number}`;
}

/** The form with the text of all alt texts in place of their fields. Pictures without a field keep theirs. */
export function withAltTexts(form: Record<string, string>): Record<string, string> {
  const original = form["original-imageAlts"] ?? "";
  const lines = original.split("\n");
  let isSent = false;
  for (let number = 1; number <= mostAltFields; number++) {
    const typed = form[altFieldName(number)];
    if (typed === undefined) continue;
    isSent = true;
    while (lines.length < number) lines.push("");
    lines[number - 1] = textLines(typed).join(" ");
  }
  if (!isSent) return form;
  const text = lines.join("\n").trimEnd();
  return { ...form, imageAlts: text === original.trimEnd() ? original : text };
}

/** The text of alt texts after pictures moved. @param from the pictures that they were typed for, a line each */
export function altsAt(text: string, { from, to }: { from: string; to: string }) {
  const alts = text.split("\n");
  const before = listOfText(from, "\n");
  return listOfText(to, "\n")
    .map((address) => alts[before.indexOf(address)] ?? "")
    .join("\n");
}
