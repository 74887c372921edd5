import { networkMessage } from "#shop/accounts/account-messages.ts";
import { pictureMessages } from "#shop/pictures/picture-rules.ts";

/** Why a picture was not taken; the message is for the shopper. */
export class UploadError extends Error {
  override name = "UploadError";
}

/** How long nothing may be sent. Slow lines send what browsers count as one step in a few seconds. */
const stallTimeoutMs = 30_000;
/** How long the shop may take once all is sent: other pictures may come first. */
const answerTimeoutMs = 90_000;

interface UploadOptions {
  /** Ends the upload. */
  signal: AbortSignal;
  /** Is told the share that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a picture and tells how far it is, which `fetch` can't. An upload that stands still is given up, however slow one may be.
 *
 * @returns the id under which the profile is saved with it
 * @throws UploadError, also when the signal has ended it
 */
export function uploadPicture(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.set("file", file);
    form.set("upload_preset", "profile-pictures");
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    let timer = setTimeout(giveUp, stallTimeoutMs);
    const giveUpAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, milliseconds);
    };
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      giveUpAfter(stallTimeoutMs);
      onProgress(loaded / total);
    };
    request.upload.onload = () => giveUpAfter(answerTimeoutMs);
    request.onerror = () => reject(new UploadError(networkMessage));
    request.onabort = request.onerror;
    request.onload = () => {
      const answer = request.response as { id?: string; error?: string } | null;
      if (answer?.id) resolve(answer.id);
      else reject(new UploadError(answer?.error ?? pictureMessages.failed));
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    signal.addEventListener("abort", giveUp);
    request.open("POST", "/profile/picture");
    request.send(form);
  });
}
