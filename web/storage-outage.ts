import { StorageUnavailableError } from "#shop/pictures/storage/object-store.ts";
import { noteUnavailable } from "#shop/unavailable.ts";

/** Seconds after which browsers may try again. */
const retryAfter = "5";

/** Answers 503 for a file whose picture can't be read from its storage now. Nothing else of the shop depends on it. */
export async function answerStorageOutage<Answer>(answer: () => Promise<Answer>): Promise<Answer | Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    noteUnavailable("picture_storage");
    const headers = { "Retry-After": retryAfter, "Cache-Control": "no-store" };
    return new Response("This can't be read right now. Please try again in a moment.", { status: 503, headers });
  }
}
