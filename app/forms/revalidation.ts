import type { ShouldRevalidateFunctionArgs } from "react-router";

/** The `shouldRevalidate` of routes with forms. */

/**
 * Not after a form that didn't reach the server: nothing has changed, and without a network the page and everything typed would be lost.
 */
export function revalidateUnlessFailed({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.failure ? false : defaultShouldRevalidate;
}

/** Not after the page's own form: signing in or up shows a message first, then navigates. */
export function revalidateUnlessSubmitted({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction ? false : defaultShouldRevalidate;
}
