/** In session storage: the code that this tab's customer uses. */
export const usedCode = "discountCode";
/** In local storage: the code of the last link with one. */
export const linkedCode = "linkedCode";
/** As many characters as can be typed (`shop/discounts/typed-code.ts`). */
const longest = 100;

/**
 * Keeps the discount code of a link (`?code=SPRING10`) for the checkout, in place of one that was typed before, and takes it off the address, so that it
 * is neither shared nor bookmarked by chance. Where storage is refused, the link is as any other. See docs/decisions/0277.
 *
 * Part of an inline script (`early-script.ts`).
 */
export function keepLinkedCode() {
  const { pathname, search, hash } = location;
  const code = new URLSearchParams(search).get("code");
  if (code === null) return;
  const rest = search
    .slice(1)
    .split("&")
    .filter((part) => !/^code(=|$)/.test(part));
  history.replaceState(history.state, "", `${pathname}${rest.length > 0 ? "?" : ""}${rest.join("&")}${hash}`);
  const wanted = code.trim().slice(0, longest);
  if (wanted === "") return;
  try {
    localStorage.setItem(linkedCode, wanted);
    sessionStorage.removeItem(usedCode);
  } catch {}
}
