import { readPicture } from "#shop/pictures/profile-pictures.ts";
import { shopContext } from "#web/request-context.ts";
import { answerStorageOutage } from "#web/storage-outage.ts";
import type { Route } from "./+types/profile-picture";

/** A picture's address never changes its content, so it is cached forever. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return answerStorageOutage(async () => {
    const picture = await readPicture(context.get(shopContext), params.file.replace(/\.webp$/, ""));
    if (!picture) throw new Response(null, { status: 404 });
    const headers = { "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" };
    return new Response(picture, { headers });
  });
}
