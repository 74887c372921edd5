import isNetworkError from "is-network-error";
import { isUnavailable } from "../frame/unavailable.ts";

/** How a form's request failed: no network, a shop that is unavailable, or an unexpected error. */
export type Failure = { failure: "network" | "unavailable" | "unexpected" };

/** Milliseconds after which a form stops waiting for its answer and can be sent again. */
const answerTimeoutMs = 30_000;

/**
 * The server's answer to a form, or how the request failed. The page stays, with everything that was typed.
 *
 * @throws redirects, which count as answers
 */
export async function answerOrFailure<Answer>(ask: () => Promise<Answer>): Promise<Answer | Failure> {
  try {
    return await inTime(ask());
  } catch (error) {
    // The visitor has left the page.
    if (error instanceof Response || (error as Error).name === "AbortError") throw error;
    return { failure: nameOf(error) };
  }
}

/** The message that React Router gives browsers for any error on the server. */
const serverErrorMessage = "Unexpected Server Error";

class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

/** @throws NoAnswerError when it takes too long */
async function inTime<Answer>(answer: Promise<Answer>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError()), answerTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function nameOf(error: unknown): Failure["failure"] {
  if (isUnavailable(error)) return "unavailable";
  if (error instanceof NoAnswerError || isNetworkError(error)) return "network";
  // The server logs its own errors. This one happened in the browser.
  // biome-ignore lint/suspicious/noConsole: an error of the page itself
  if (error instanceof Error && error.message !== serverErrorMessage) console.error(error);
  return "unexpected";
}
