/** Characters that XML 1.0 forbids (https://www.w3.org/TR/xml/#charsets), and Unicode's noncharacters. */
const unfit = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\ufdd0-\ufdef]|\p{Noncharacter_Code_Point}/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes a text for XML 1.0, without the characters that it forbids. */
export function xmlText(text: string) {
  return text.replaceAll(unfit, "").replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

/** An element with a text; "" without one. */
export function element(name: string, text: string | number | null | undefined) {
  return text == null || text === "" ? "" : `<${name}>${xmlText(String(text))}</${name}>\n`;
}
