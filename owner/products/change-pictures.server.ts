import type { RouterContextProvider } from "react-router";
import {
  addPictures,
  arrangePictures,
  type PictureStep,
  withPictures,
} from "#shop/catalog/products/arrange-pictures.ts";
import type { ProductFormValues } from "#shop/catalog/products/product-form.ts";
import { normalizeNewlines } from "#shop/forms/validate.ts";
import { noPicture } from "#shop/pictures/no-picture.ts";
import { pictureMessages, sentPictures } from "#shop/pictures/picture-rules.ts";
import { shownFileName } from "#web/omitted-files.server.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { chosenFiles, startTakeTimeout, takePicture } from "../forms/take-pictures.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The messages about a change of pictures. */
export interface PictureOutcome {
  done?: string;
  pictureErrors?: string[];
}

/** Parses a picture button's value, such as "earlier 2", or what dragging sends, such as "to 3 1"; undefined if malformed. */
export function readPictureStep(text = ""): PictureStep | undefined {
  const [, move, number] = /^(first|earlier|later|remove) (\d{1,4})$/.exec(text) ?? [];
  const [, from, to] = /^to (\d{1,4}) (\d{1,4})$/.exec(text) ?? [];
  if (to) return { move: "to", at: Number(from) - 1, to: Math.max(Number(to) - 1, 0) };
  return move ? { move: move as PictureStep["move"], at: Number(number) - 1 } : undefined;
}

/** Moves or removes a picture, unless someone else changed the pictures in the meantime. */
export async function movePicture(
  context: Context,
  id: string,
  original: Partial<ProductFormValues>,
  step: PictureStep,
): Promise<PictureOutcome> {
  const pictures = { thumbnail: original.thumbnail ?? "", images: normalizeNewlines(original.images ?? "") };
  const moved = await arrangePictures(context.get(shopContext), id, pictures, step, context.get(ownerContext).email);
  if (moved.outcome === "saved") return { done: step.move === "remove" ? "Picture removed" : "Picture moved" };
  if (moved.outcome === "invalid") return { pictureErrors: Object.values(moved.errors) };
  return {
    pictureErrors: ["Not saved. Someone else changed the pictures. The current pictures are shown."],
  };
}

/** Adds the uploaded pictures. Invalid files are reported by name. */
export async function takeSentPictures(
  context: Context,
  id: string,
  posted: FormData,
  signal: AbortSignal,
): Promise<PictureOutcome> {
  const { names, pictureErrors } = await saveSentFiles(context, posted, signal);
  if (names.size === 0 && pictureErrors.length === 0 && posted.get("step") === "upload") {
    return { pictureErrors: ["Choose a file."] };
  }
  if (names.size === 0) return { pictureErrors };
  const { had, left } = await addPictures(
    context.get(shopContext),
    id,
    [...names.keys()],
    context.get(ownerContext).email,
  );
  pictureErrors.push(...left.map((address) => `${names.get(address)}: ${pictureMessages.full}`));
  const added = names.size - had.length - left.length;
  const done = [
    added > 0 && `${added} ${added === 1 ? "picture" : "pictures"} added`,
    had.length > 0 && `Already added: ${had.map((address) => names.get(address)).join(", ")}`,
  ];
  return { done: done.filter(Boolean).join(". "), pictureErrors };
}

/** Adds the uploaded pictures to the typed ones of a product that isn't saved yet. */
export async function withSentPictures<Typed extends Pick<ProductFormValues, "thumbnail" | "images">>(
  context: Context,
  typed: Typed,
  posted: FormData,
  signal: AbortSignal,
): Promise<{ typed: Typed; pictureErrors: string[] }> {
  const { names, pictureErrors } = await saveSentFiles(context, posted, signal);
  if (names.size === 0) return { typed, pictureErrors };
  const before = { thumbnail: typed.thumbnail || noPicture, images: normalizeNewlines(typed.images) };
  const { texts, left } = withPictures(before, [...names.keys()]);
  const full = left.map((address) => `${names.get(address)}: ${pictureMessages.full}`);
  return { typed: { ...typed, ...texts }, pictureErrors: [...pictureErrors, ...full] };
}

/** Saves the uploaded files. @returns their names by their addresses as pictures, and why others were refused, by name */
async function saveSentFiles(context: Context, posted: FormData, signal: AbortSignal) {
  const names = new Map<string, string>();
  const pictureErrors: string[] = [];
  const timeout = startTakeTimeout();
  for (const [index, file] of chosenFiles(posted, "pictures").entries()) {
    const name = shownFileName(file.name);
    const taken =
      index < sentPictures.most
        ? await takePicture(context, file, "square", signal, timeout)
        : { error: pictureMessages.tooMany };
    if ("error" in taken) pictureErrors.push(`${name}: ${taken.error}`);
    else names.set(taken.address, name);
  }
  return { names, pictureErrors };
}
