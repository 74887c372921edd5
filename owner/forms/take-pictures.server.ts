import type { RouterContextProvider } from "react-router";
import { isOutage } from "#shop/errors.ts";
import { type FieldErrors, textFields } from "#shop/forms/validate.ts";
import {
  PictureError,
  type PictureKind,
  PicturesBusyError,
  pictureMessages,
  sentPictures,
} from "#shop/pictures/picture-rules.ts";
import { StorageUnavailableError } from "#shop/pictures/storage/object-store.ts";
import { uploadPicture } from "#shop/pictures/uploaded-pictures.ts";
import { OmittedFile } from "#web/omitted-files.server.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withChosenCountries } from "./country-choices.ts";
import { plainDecimals } from "./decimal-fields.ts";
import { pictureFileName, pictureRemovalName } from "./picture-field-names.ts";

type Context = Readonly<RouterContextProvider>;

/** Time for all files of a form, in milliseconds. Idle connections close after a minute. */
const takeTimeoutMs = 40_000;

/** The time that all files of one form have. */
export function startTakeTimeout() {
  return AbortSignal.timeout(takeTimeoutMs);
}

/**
 * Reads a form that has `PictureField`s. A chosen picture is saved at once and its address becomes the field's text, so that it isn't lost
 * when another field is wrong. A refused picture leaves the field as it was.
 *
 * @param pictures the picture fields by their names
 * @param decimals the names of fields for numbers with decimals
 * @returns the form's texts, and an error for each refused picture
 * @throws as `readForm` does
 */
export async function readFormWithPictures(
  request: Request,
  context: Context,
  { pictures, decimals }: { pictures: Record<string, PictureKind>; decimals: readonly string[] },
) {
  const form = await readForm(request);
  const typed = withChosenCountries(plainDecimals(textFields(form), decimals, context.get(shopContext).settings));
  const errors: FieldErrors = {};
  const timeout = startTakeTimeout();
  for (const [name, kind] of Object.entries(pictures)) {
    const file = chosenFiles(form, pictureFileName(name))[0];
    if (file) {
      const taken = await takePicture(context, file, kind, request.signal, timeout);
      if ("error" in taken) errors[name] = taken.error;
      else typed[name] = taken.address;
    } else if (form.has(pictureRemovalName(name))) {
      typed[name] = "";
    }
  }
  return { typed, errors };
}

/** The files of a field. Browsers send an empty, unnamed file for an empty file field. */
export function chosenFiles(form: FormData, name: string) {
  return form.getAll(name).filter((file): file is File => file instanceof File && (file.name !== "" || file.size > 0));
}

/** Saves a file as a picture. @returns its address, or why it was refused */
export async function takePicture(
  context: Context,
  file: File,
  kind: PictureKind,
  signal: AbortSignal,
  timeout: AbortSignal,
): Promise<{ address: string } | { error: string }> {
  const shop = context.get(shopContext);
  if (file.size > sentPictures.largest) return { error: pictureMessages.sentSize };
  if (file instanceof OmittedFile) return { error: pictureMessages.tooMuch };
  try {
    return { address: await uploadPicture(shop, await file.bytes(), kind, AbortSignal.any([signal, timeout])) };
  } catch (error) {
    if (error instanceof PictureError || error instanceof PicturesBusyError) return { error: error.message };
    if (isOutage(error) || signal.aborted) throw error;
    if (error instanceof StorageUnavailableError) return { error: pictureMessages.unsaved };
    if (timeout.aborted) return { error: pictureMessages.busy };
    shop.log("Picture not uploaded", error);
    return { error: pictureMessages.failed };
  }
}
