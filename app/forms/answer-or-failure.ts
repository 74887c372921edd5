import { isUnavailable } from "../unavailable.ts";

/** How a form's request failed: the network was down, the shop can't be reached for now, or something else broke. */
export type Failure = { failure: "network" | "unavailable" | "unexpected" };

/**
 * The server's answer to a form, or how it failed to come; so that the page stays, with all that was typed.
 *
 * @throws redirects, which are answers too
 */
export async function answerOrFailure<Answer>(ask: () => Promise<Answer>): Promise<Answer | Failure> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { failure: nameOf(error) };
  }
}

function nameOf(error: unknown): Failure["failure"] {
  if (isUnavailable(error)) return "unavailable";
  return isNetworkFailure(error) ? "network" : "unexpected";
}

/** `fetch` rejects with a TypeError when no answer came. */
function isNetworkFailure(error: unknown) {
  return error instanceof TypeError;
}
