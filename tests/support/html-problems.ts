/** Names the address of this run's checker (`html-checker.ts`) to the workers; unset on a machine without Java. */
export const checkerVariable = "HTML_CHECKER_URL";

/** A message of the Nu Html Checker's JSON (https://github.com/validator/validator/wiki/Output-%C2%BB-JSON). */
interface Message {
  type: "error" | "info" | "non-document-error";
  subType?: string;
  message: string;
  extract?: string;
}

/** What the checker says of pages and isn't so, each with its reason. */
const allowed: RegExp[] = [
  // Products, notes and addresses are in the language of those who typed them.
  /^This document appears to be written in /,
  // React Router fetches a page's data ahead of its press.
  /^A “link” element with an “as” attribute must have .*“preload”.*rel="prefetch" as="fetch"/,
  // Some browsers forget that a table is one where its rows are shown as blocks, unless its roles are written out (`ui/table.tsx`).
  /^The “(table|rowgroup|row|columnheader|cell)” role is unnecessary for element “(table|thead|tbody|tr|th|td)”/,
  /^The “role” attribute must not be used on a “(tr|th|td)” element which has a “table” ancestor .*“table”/,
];

/** What is wrong with a page's HTML by the Nu Html Checker, one line for each problem; nothing on a machine without Java. */
export async function htmlProblems(html: string) {
  const url = process.env[checkerVariable];
  if (!url) return [];
  const answer = await fetch(url, { method: "POST", body: html });
  if (!answer.ok) throw new Error(await answer.text());
  const { messages } = (await answer.json()) as { messages: Message[] };
  return messages
    .filter(({ type, subType }) => type !== "info" || subType === "warning")
    .map(({ message, extract }) => `${message} (${extract})`)
    .filter((problem) => !allowed.some((pattern) => pattern.test(problem)));
}
