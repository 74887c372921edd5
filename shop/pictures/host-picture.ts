import * as v from "valibot";
import { parse } from "../forms/validate.ts";

const hostTimeoutMs = 15_000;

const answer = v.object({ secure_url: v.pipe(v.string(), v.url(), v.regex(/^https?:/)) });

/**
 * Uploads a picture to an image hosting service: multipart `file` and `upload_preset`, as Cloudinary's unsigned uploads accept.
 *
 * @param sender aborts when the client disconnects
 * @returns the picture's address (`secure_url`)
 * @throws if the service didn't accept it
 */
export async function hostPicture(webp: Uint8Array, uploadUrl: string, preset: string, sender: AbortSignal) {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(webp)], { type: "image/webp" }), "picture.webp");
  form.set("upload_preset", preset);
  const signal = AbortSignal.any([sender, AbortSignal.timeout(hostTimeoutMs)]);
  const response = await fetch(uploadUrl, { method: "POST", body: form, signal });
  if (!response.ok) throw new Error(`The image hosting service answered ${response.status}`);
  return parse(answer, await response.json()).secure_url;
}
