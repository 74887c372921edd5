/** How a form's request failed before the server's own answer: the network was down, or something else broke. */
export type Failure = { failure: "network" | "unexpected" };

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
    return { failure: isNetworkFailure(error) ? "network" : "unexpected" };
  }
}

/** `fetch` rejects with a TypeError when no answer came. */
function isNetworkFailure(error: unknown) {
  return error instanceof TypeError;
}
