import { isOutage } from "#server/outages.ts";
import { shopContext } from "#server/request-context.ts";
import { refusalCode } from "#shop/accounts/account-error.ts";
import { accountMessage, unavailableMessage } from "#shop/accounts/account-messages.ts";
import { takePicture } from "#shop/pictures/profile-pictures.ts";
import { PictureError } from "#shop/pictures/square-webp.ts";
import { readForm } from "../posted-form.server.ts";
import { viewerContext } from "../session.server.ts";
import type { Route } from "./+types/profile-picture-upload";

/**
 * The image hosting service's contract (specification, section 7), kept by the shop: multipart `file`, answered with
 * `secure_url`; and with the `id` under which the profile is saved with it. Refusals are answered with an `error` to show.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return Response.json({ error: "Please sign in" }, { status: 401 });
  const file = (await readForm(request)).get("file");
  if (!(file instanceof File)) return Response.json({ error: "No picture was sent" }, { status: 400 });
  const shop = context.get(shopContext);
  try {
    const { id, url } = await takePicture(shop, viewer.uid, await file.bytes());
    return Response.json({ id, secure_url: url });
  } catch (error) {
    if (error instanceof PictureError) return Response.json({ error: error.message }, { status: 415 });
    const code = refusalCode(error);
    if (code) return Response.json({ error: accountMessage(code) }, { status: 429 });
    if (isOutage(error)) return Response.json({ error: unavailableMessage }, { status: 503 });
    shop.log("Picture not uploaded", error);
    return Response.json({ error: "The picture could not be uploaded" }, { status: 502 });
  }
}
