import isNetworkError from "is-network-error";
import { isShopUnavailable } from "../page/unavailable.ts";

/** How a form's request failed: no network, a shop that says it is unavailable, or anything else, such as a gateway's error page. */
export type Failure = { failure: "network" | "unavailable" | "unexpected" };

/** Milliseconds after which a form stops waiting for its answer and can be sent again. */
const answerTimeoutMs = 30_000;

/**
 * The server's answer to a form, or how the request failed. The page stays, with everything that was typed. See docs/decisions/0154.
 *
 * @throws redirects, which count as answers
 */
export async function answerOrFailure<Answer>(ask: () => Promise<Answer>): Promise<NonNullable<Answer> | Failure> {
  try {
    // A gateway's answer without a body is none of the shop's.
    return (await inTime(ask())) ?? { failure: "unexpected" };
  } catch (error) {
    // The visitor has left the page.
    if (error instanceof Response || (error as Error).name === "AbortError") throw error;
    return { failure: nameOf(error) };
  }
}

/** React Router's messages for any error on the server, and for an answer that isn't the shop's. */
const answeredMessages = ["Unexpected Server Error", "Unable to decode turbo-stream response"];

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
  if (isShopUnavailable(error)) return "unavailable";
  const isCutOff = error instanceof Error && isNetworkError(error.cause);
  if (error instanceof NoAnswerError || isNetworkError(error) || isCutOff) return "network";
  // The server logs its own errors. This one happened in the browser.
  // biome-ignore lint/suspicious/noConsole: an error of the page itself
  if (error instanceof Error && !answeredMessages.includes(error.message)) console.error(error);
  return "unexpected";
}
