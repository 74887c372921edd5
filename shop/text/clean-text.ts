/** Invisible characters that no text needs. They arrive with text copied from web pages and spreadsheets. */
const unseen = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g;
/** Spaces, joiners and direction marks: Persian, Hindi, Arabic and emoji need them, but only between other characters. */
const edge = /[\s\u061c\u200c-\u200f]/;
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text without invisible characters, trimmed. It is empty if nothing in it is visible. */
export function cleanText(text: string) {
  if (!visible.test(text)) return "";
  const seen = text.replaceAll(unseen, "").trim();
  let start = 0;
  let end = seen.length;
  while (edge.test(seen.charAt(start))) start += 1;
  while (edge.test(seen.charAt(end - 1))) end -= 1;
  return seen.slice(start, end);
}

/** An id as it is compared: every space is a plain one, and one that is otherwise ASCII has nothing invisible. */
export function cleanId(text: string) {
  const id = cleanText(text).replaceAll(/\p{Zs}/gu, " ");
  const visiblePart = id.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
  return /^[ -~]*$/.test(visiblePart) ? visiblePart : id;
}
