import { networkMessage } from "#shop/accounts/account-messages.ts";

/** Why a picture was not taken; the message is for the shopper. */
export class UploadError extends Error {
  override name = "UploadError";
}

/**
 * Uploads a picture and tells how far it is, which `fetch` can't.
 *
 * @param onProgress the share that has been sent, from 0 to 1
 * @returns the id under which the profile is saved with it
 * @throws UploadError
 */
export function uploadPicture(file: File, onProgress: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.set("file", file);
    form.set("upload_preset", "profile-pictures");
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onerror = () => reject(new UploadError(networkMessage));
    request.onload = () => {
      const answer = request.response as { id?: string; error?: string } | null;
      if (answer?.id) resolve(answer.id);
      else reject(new UploadError(answer?.error ?? "The picture could not be uploaded"));
    };
    request.open("POST", "/profile/picture");
    request.send(form);
  });
}
