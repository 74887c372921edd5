import { noPicture } from "#shop/pictures/no-picture.ts";
import { otherWidths } from "#shop/pictures/own-picture.ts";

/** Has the browser's own cache hold what is shown in place of a picture that is missing. */
export async function keepNoPicture() {
  await fetch(noPicture).catch(() => {});
}

/** A picture without a network. The browser's own cache has most that were shown, even after their time, though maybe at another width than this page asks for. */
export async function findPicture(request: Request, pathname: string) {
  for (const address of [request.url, ...otherWidths(pathname)]) {
    const kept = await fetch(address, { cache: "only-if-cached", mode: "same-origin" }).catch(() => undefined);
    if (kept?.ok) return kept;
  }
  return Response.error();
}
