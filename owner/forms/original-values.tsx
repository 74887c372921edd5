import { parseJson } from "#shop/files/json-bounds.ts";

const name = "original";

/** A form's values when it was opened, as a hidden field: saving tells by them whether someone else was faster. */
export function OriginalValues({ values }: { values: object }) {
  return <input type="hidden" name={name} value={JSON.stringify(values)} />;
}

/** A form as if it had been opened with these values. */
export function withOriginal(typed: Record<string, string>, values: object) {
  return { ...typed, [name]: JSON.stringify(values) };
}

/** What `OriginalValues` sent; `{}` if it is missing or isn't JSON. */
export function readOriginal(typed: Record<string, string>): Record<string, string> {
  try {
    return { ...Object(parseJson(typed[name] ?? "{}")) };
  } catch {
    return {};
  }
}
