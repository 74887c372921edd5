import type { SavedCart } from "#shop/cart/saved-cart.ts";

/** What whoever asks for their saved cart, or saves it, is told; null when they aren't signed in. */
export type SavedCartAnswer =
  | (SavedCart & {
      /** Whose it is, in a form that says nothing else. */
      owner: string;
      /** Whether the posted one was saved; otherwise another one had been, which this is. */
      saved: boolean;
    })
  | null;
