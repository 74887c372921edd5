import { networkMessage } from "#shop/accounts/account-messages.ts";
import { pictureMessages } from "#shop/pictures/picture-rules.ts";

/** The message is for shoppers. */
export class UploadError extends Error {
  override name = "UploadError";
}

/** Aborts an upload without progress. On slow lines, a browser's progress step can take a few seconds. */
const stallTimeoutMs = 30_000;
/** After the last byte was sent: other pictures may be processed first. */
const answerTimeoutMs = 90_000;

interface UploadOptions {
  signal: AbortSignal;
  /** Gets values from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a picture with progress, which `fetch` can't report. Stalled uploads are aborted, slow ones aren't.
 *
 * @returns the picture's id, to save with the profile
 * @throws UploadError, also when aborted
 */
export function uploadPicture(file: File, { signal, onProgress }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.set("file", file);
    form.set("upload_preset", "profile-pictures");
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let timer = setTimeout(abort, stallTimeoutMs);
    const abortAfter = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(abort, milliseconds);
    };
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      abortAfter(stallTimeoutMs);
      onProgress(loaded / total);
    };
    request.upload.onload = () => abortAfter(answerTimeoutMs);
    request.onerror = () => reject(new UploadError(networkMessage));
    request.onabort = request.onerror;
    request.onload = () => {
      const { id, error } = Object(request.response) as { id?: unknown; error?: unknown };
      if (typeof id === "string") resolve(id);
      else reject(new UploadError(typeof error === "string" ? error : pictureMessages.failed));
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    signal.addEventListener("abort", abort);
    request.open("POST", "/profile/picture");
    request.send(form);
  });
}
