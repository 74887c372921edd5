import { accountMessage, unavailableMessage } from "#shop/accounts/account-messages.ts";
import { TooManyAttemptsError } from "#shop/accounts/attempts.ts";
import { isOutage } from "#shop/is-outage.ts";
import { PictureError, PicturesBusyError } from "#shop/pictures/picture-error.ts";
import { pictureMessages } from "#shop/pictures/picture-rules.ts";
import { countUpload, takePicture } from "#shop/pictures/profile-pictures.ts";
import type { Shop } from "#shop/shop.ts";
import { shopContext } from "#web/request-context.ts";
import { viewerContext } from "../accounts/session.server.ts";
import { readForm } from "../forms/posted-form.server.ts";
import type { Route } from "./+types/profile-picture-upload";

/** Seconds after which a picture may be tried again: most are made within one. */
const busyRetryAfter = 5;

/**
 * Uploads a profile picture. The contract is that of image hosting services, so that one can take the shop's place: multipart
 * `file`, answered with `secure_url`; and with the `id` under which the profile is saved with it. Refusals are answered with an `error` to show.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return refuse(401, "Please sign in");
  if (!viewer.emailVerified) return refuse(403, pictureMessages.unverified);
  const shop = context.get(shopContext);
  try {
    await countUpload(shop, viewer.uid);
    const file = (await readForm(request)).get("file");
    if (!(file instanceof File)) return refuse(400, "No picture was sent");
    const { id, url } = await takePicture(shop, viewer.uid, await file.bytes(), request.signal);
    return Response.json({ id, secure_url: url });
  } catch (error) {
    return refusalFor(error, request.signal, shop.log);
  }
}

function refusalFor(error: unknown, { aborted }: AbortSignal, log: Shop["log"]) {
  if (error instanceof PictureError) return refuse(415, error.message);
  if (error instanceof PicturesBusyError) {
    return refuse(error.whose === "customer" ? 429 : 503, error.message, busyRetryAfter);
  }
  if (error instanceof TooManyAttemptsError) {
    return refuse(429, accountMessage("TOO_MANY_REQUESTS"), error.retryAfter);
  }
  if (isOutage(error)) return refuse(503, unavailableMessage);
  // What `readForm` throws is an answer.
  if (!(error instanceof Error)) throw error;
  if (!aborted) log("Picture not uploaded", error);
  return refuse(502, pictureMessages.failed);
}

function refuse(status: number, error: string, retryAfter?: number) {
  return Response.json({ error }, { status, headers: retryAfter ? { "Retry-After": String(retryAfter) } : {} });
}
