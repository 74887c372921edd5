/** What XML 1.0 has no place for (https://www.w3.org/TR/xml/#charsets), and the last two characters of each plane, which are none. */
const unfit = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\ufdd0-\ufdef]|\p{Noncharacter_Code_Point}/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A text as XML 1.0 takes it, whatever is in it. */
export function xmlText(text: string) {
  return text.replaceAll(unfit, "").replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

/** An element with a text; "" without one. */
export function element(name: string, text: string | number | null | undefined) {
  return text == null || text === "" ? "" : `<${name}>${xmlText(String(text))}</${name}>\n`;
}
