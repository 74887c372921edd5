import type { RouterContextProvider } from "react-router";
import { addPictures, arrangePictures, type PictureStep } from "#shop/catalog/arrange-pictures.ts";
import { inLines, type ProductTexts } from "#shop/catalog/product-texts.ts";
import { isOutage } from "#shop/is-outage.ts";
import { PictureError, PicturesBusyError } from "#shop/pictures/picture-error.ts";
import { pictureMessages, sentPictures } from "#shop/pictures/picture-rules.ts";
import { takeProductPicture } from "#shop/pictures/product-pictures.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** What came of a change of pictures, in words. */
export interface PictureOutcome {
  done?: string;
  pictureErrors?: string[];
}

/** Milliseconds for all files of a form: connections end that are silent for a minute. */
const takeTimeoutMs = 40_000;
/** Characters of a file's name that are told. */
const nameLimit = 80;

/** What a button beside a picture asks for: a word, and the picture's number from 1; undefined for any other text. */
export function readPictureStep(text = ""): PictureStep | undefined {
  const [, move, number] = /^(first|earlier|later|remove) (\d{1,4})$/.exec(text) ?? [];
  return move ? { move: move as PictureStep["move"], at: Number(number) - 1 } : undefined;
}

/** Moves or removes a picture, unless somebody else has changed the pictures since they were seen. */
export async function movePicture(
  context: Context,
  id: string,
  saw: Partial<ProductTexts>,
  step: PictureStep,
): Promise<PictureOutcome> {
  const pictures = { thumbnail: saw.thumbnail ?? "", images: inLines(saw.images ?? "") };
  const moved = await arrangePictures(context.get(shopContext), id, pictures, step, context.get(ownerContext).email);
  if (moved.outcome === "saved") return { done: step.move === "remove" ? "Picture removed" : "Picture moved" };
  if (moved.outcome === "invalid") return { pictureErrors: Object.values(moved.errors) };
  return {
    pictureErrors: ["Nothing was moved or removed: somebody else has changed the pictures. This is how they are now."],
  };
}

/** Takes in the files that came with a form: each that is no picture is told by its name, and the others are added. */
export async function takeSentPictures(
  context: Context,
  id: string,
  posted: FormData,
  signal: AbortSignal,
): Promise<PictureOutcome> {
  // A field without a file sends an empty one without a name.
  const files = posted.getAll("pictures").filter((file) => file instanceof File && (file.name || file.size > 0));
  if (files.length === 0) return posted.get("step") === "upload" ? { pictureErrors: ["Choose a file first."] } : {};
  const names = new Map<string, string>();
  const pictureErrors: string[] = [];
  const timeout = AbortSignal.timeout(takeTimeoutMs);
  for (const [index, file] of (files as File[]).entries()) {
    const name = file.name.slice(-nameLimit) || "A file without a name";
    const taken =
      index < sentPictures.most
        ? await takePicture(context, file, signal, timeout)
        : { error: pictureMessages.tooMany };
    if ("error" in taken) pictureErrors.push(`${name}: ${taken.error}`);
    else names.set(taken.address, name);
  }
  if (names.size === 0) return { pictureErrors };
  const { had, left } = await addPictures(
    context.get(shopContext),
    id,
    [...names.keys()],
    context.get(ownerContext).email,
  );
  for (const address of left) pictureErrors.push(`${names.get(address)}: ${pictureMessages.full}`);
  const added = names.size - had.length - left.length;
  const done = [
    added > 0 && `${added} ${added === 1 ? "picture" : "pictures"} added`,
    had.length > 0 && `Already there: ${had.map((address) => names.get(address)).join(", ")}`,
  ];
  return { done: done.filter(Boolean).join(". "), pictureErrors };
}

async function takePicture(
  context: Context,
  file: File,
  signal: AbortSignal,
  timeout: AbortSignal,
): Promise<{ address: string } | { error: string }> {
  const shop = context.get(shopContext);
  if (file.size > sentPictures.largest) return { error: pictureMessages.sentSize };
  try {
    return { address: await takeProductPicture(shop, await file.bytes(), AbortSignal.any([signal, timeout])) };
  } catch (error) {
    if (error instanceof PictureError || error instanceof PicturesBusyError) return { error: error.message };
    if (isOutage(error) || signal.aborted) throw error;
    if (timeout.aborted) return { error: pictureMessages.busy };
    shop.log("Picture not uploaded", error);
    return { error: pictureMessages.failed };
  }
}
