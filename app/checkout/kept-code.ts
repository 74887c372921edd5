import { attempt } from "../cart/cart-storage.ts";
import { linkedCode, usedCode } from "../hydration/linked-code.ts";

/** The code that this tab's customer uses, which survives a reload and the way back from the payment page, or else the last link's. */
export function readKeptCode() {
  return attempt(() => sessionStorage.getItem(usedCode)) ?? readLinkedCode();
}

/** The code of the last link with one, in any tab, until it is used or refused. */
export function readLinkedCode() {
  return attempt(() => localStorage.getItem(linkedCode)) ?? undefined;
}

/** Keeps a code as a link with one does, until the checkout has tried it. */
export function keepCodeForCheckout(code: string) {
  attempt(() => localStorage.setItem(linkedCode, code));
  attempt(() => sessionStorage.removeItem(usedCode));
}

/** Keeps a code that can be used. */
export function keepCode(code: string) {
  attempt(() => sessionStorage.setItem(usedCode, code));
}

/** Forgets the code, wherever it came from. */
export function forgetCode() {
  attempt(() => sessionStorage.removeItem(usedCode));
  attempt(() => localStorage.removeItem(linkedCode));
}
