import isNetworkError from "is-network-error";
import { isUnavailable } from "../frame/unavailable.ts";

/** How a form's request failed: the network was down, the shop can't be reached for now, or something else broke. */
export type Failure = { failure: "network" | "unavailable" | "unexpected" };

/** Forms wait for their answer, and can't be sent again meanwhile: not for good. */
const answerTimeoutMs = 30_000;

/**
 * The server's answer to a form, or how it failed to come; so that the page stays, with all that was typed.
 *
 * @throws redirects, which are answers too
 */
export async function answerOrFailure<Answer>(ask: () => Promise<Answer>): Promise<Answer | Failure> {
  try {
    return await inTime(ask());
  } catch (error) {
    // A request that was given up has nobody to tell.
    if (error instanceof Response || (error as Error).name === "AbortError") throw error;
    return { failure: nameOf(error) };
  }
}

/** All that React Router tells browsers of an error that the server threw. */
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
  // What the server answered is in its own log; what broke here would be seen by nobody.
  // biome-ignore lint/suspicious/noConsole: a fault of the page's own, for whoever looks for it
  if (error instanceof Error && error.message !== serverErrorMessage) console.error(error);
  return "unexpected";
}
