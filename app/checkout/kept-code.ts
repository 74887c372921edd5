import { attempt } from "../cart/cart-storage.ts";

const name = "discountCode";

/** The code that this tab's customer uses: it survives a reload, and the way back from the payment page. */
export function readKeptCode() {
  return attempt(() => sessionStorage.getItem(name)) ?? undefined;
}

/** @param code undefined to forget it */
export function keepCode(code: string | undefined) {
  attempt(() => (code === undefined ? sessionStorage.removeItem(name) : sessionStorage.setItem(name, code)));
}
