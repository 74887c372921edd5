import { parseJson } from "./json-bounds.ts";

/**
 * A list as one text that people can write: its items with a separator between them. Where an item holds the separator itself, or the text
 * would be taken for JSON, it is JSON: nothing is lost on the way there and back.
 */
export function textOfList(items: string[], separator: "," | "\n") {
  const text = items.join(separator === "," ? ", " : separator);
  const isPlain = !text.startsWith("[") && items.every((item) => item !== "" && !item.includes(separator));
  return isPlain ? text : JSON.stringify(items);
}

/** Parses a typed list. */
export function listOfText(text: string, separator: "," | "\n"): string[] {
  return (
    jsonList(text) ??
    text
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== "")
  );
}

/** A list that is written as JSON. */
export function jsonList(text: string): string[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const list = parseJson(text);
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}
