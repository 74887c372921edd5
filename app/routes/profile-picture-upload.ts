import { accountMessage, unavailableMessage } from "#shop/accounts/account-messages.ts";
import { outageOf } from "#shop/errors.ts";
import { RateLimitError } from "#shop/limits/rate-limits.ts";
import { PictureError, PicturesBusyError, pictureMessages } from "#shop/pictures/picture-rules.ts";
import { consumeUploadLimit, takePicture } from "#shop/pictures/profile-pictures.ts";
import { StorageUnavailableError } from "#shop/pictures/storage/object-store.ts";
import type { Shop } from "#shop/shop.ts";
import { noteOutage, noteUnavailable } from "#shop/unavailable.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { userContext } from "../accounts/session.server.ts";
import type { Route } from "./+types/profile-picture-upload";

/** Seconds. Most pictures are processed within one. */
const busyRetryAfter = 5;

/**
 * Follows the contract of image hosting services, which can replace it: multipart `file`, response `secure_url`. `id` is the field to
 * save with the profile; `error` is a message for shoppers.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const user = context.get(userContext);
  if (!user) return refuse(401, "Please sign in");
  if (!user.emailVerified) return refuse(403, pictureMessages.unverified);
  const shop = context.get(shopContext);
  try {
    await consumeUploadLimit(shop, user.uid);
    const file = (await readForm(request)).get("file");
    if (!(file instanceof File)) return refuse(400, "Please choose a picture to upload");
    const { id, url } = await takePicture(shop, user.uid, await file.bytes(), request.signal);
    return Response.json({ id, secure_url: url });
  } catch (error) {
    return refusalFor(error, request.signal, shop.log);
  }
}

function refusalFor(error: unknown, { aborted }: AbortSignal, log: Shop["log"]) {
  if (error instanceof PictureError) return refuse(415, error.message);
  if (error instanceof PicturesBusyError) {
    noteUnavailable("busy");
    return refuse(error.whose === "customer" ? 429 : 503, error.message, busyRetryAfter);
  }
  if (error instanceof RateLimitError) {
    return refuse(429, accountMessage("TOO_MANY_REQUESTS"), error.retryAfter);
  }
  const outage = outageOf(error);
  if (outage) {
    noteOutage(outage);
    return refuse(503, unavailableMessage);
  }
  if (error instanceof StorageUnavailableError) {
    noteUnavailable("picture_storage");
    return refuse(503, pictureMessages.unsaved, busyRetryAfter);
  }
  // `readForm` throws responses.
  if (!(error instanceof Error)) throw error;
  if (!aborted) log("Picture not uploaded", error);
  return refuse(502, pictureMessages.failed);
}

function refuse(status: number, error: string, retryAfter?: number) {
  return Response.json({ error }, { status, headers: retryAfter ? { "Retry-After": String(retryAfter) } : {} });
}
