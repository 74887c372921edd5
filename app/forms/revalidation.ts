import type { ShouldRevalidateFunctionArgs } from "react-router";

/** When a route's data is loaded anew: what routes with forms export as their `shouldRevalidate`. */

/**
 * Not after a form that failed on its way: nothing has changed, and where the network is down the page would be lost with all
 * that was typed.
 */
export function revalidateUnlessFailed({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.failure ? false : defaultShouldRevalidate;
}

/** Not after the page's own form: signing in or up is first said, and then the page goes on by itself. */
export function revalidateUnlessSubmitted({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction ? false : defaultShouldRevalidate;
}
