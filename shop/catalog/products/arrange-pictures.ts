import { listOfText, textOfList } from "../../files/list-text.ts";
import { noPicture } from "../../pictures/no-picture.ts";
import { mostProductPictures } from "../../pictures/picture-rules.ts";
import type { ShopDatabase } from "../../shop.ts";
import { editProduct } from "./change-product.ts";
import type { ProductFormValues } from "./product-form.ts";

/** What is done to one of a product's pictures; `at` counts from 0. */
export interface PictureStep {
  move: "first" | "earlier" | "later" | "remove" | "to";
  at: number;
  /** Its new place, for "to". */
  to?: number | undefined;
}

type Context = Pick<ShopDatabase, "db" | "now">;
type PictureTexts = Pick<ProductFormValues, "thumbnail" | "images">;

/** The addresses of a product's pictures, in the order in which shoppers see them: lists may show another one. */
export function picturesOf({ thumbnail, images }: PictureTexts): string[] {
  const gallery = listOfText(images, "\n");
  return gallery.length > 0 || thumbnail === noPicture ? gallery : [thumbnail];
}

/**
 * Moves or removes one of a product's pictures. If someone else has changed them since, it does nothing; the same step once more, as by a
 * second press of a button, changes nothing.
 *
 * @param original the pictures when the owner opened the form
 * @throws ProductUnknownError
 */
export function arrangePictures(
  context: Context,
  id: string,
  original: PictureTexts,
  step: PictureStep,
  actor: string,
) {
  const pictures = picturesOf(original);
  const submitted = textsWith(
    original,
    rearranged(pictures, step),
    step.move === "first" || step.to === 0 ? pictures[step.at] : undefined,
  );
  return editProduct(context, id, { original, submitted }, actor);
}

/**
 * Adds pictures behind those that a product has, whatever these are by now.
 *
 * @returns the addresses that it had before, and those for which it has no place
 * @throws ProductUnknownError
 */
export async function addPictures(context: Context, id: string, addresses: string[], actor: string) {
  let outcome = { had: [] as string[], left: [] as string[] };
  await editProduct(
    context,
    id,
    (now) => {
      const { texts, ...others } = withPictures(now, addresses);
      outcome = others;
      return { original: {}, submitted: texts };
    },
    actor,
  );
  return outcome;
}

/** The pictures with others behind them; which of these they had before, and for which there is no place. */
export function withPictures(before: PictureTexts, addresses: string[]) {
  const pictures = picturesOf(before);
  const come = [...new Set(addresses)].filter((address) => !pictures.includes(address));
  const places = Math.max(mostProductPictures - pictures.length, 0);
  return {
    texts: textsWith(before, [...pictures, ...come.slice(0, places)]),
    had: addresses.filter((address) => pictures.includes(address)),
    left: come.slice(places),
  };
}

/** The pictures with one of them, or another one, first and in lists. */
export function withMainPicture(before: PictureTexts, picture: string): PictureTexts {
  const others = picturesOf(before).filter((address) => address !== picture);
  return { thumbnail: picture, images: textOfList([picture, ...others], "\n") };
}

function rearranged(pictures: string[], { move, at, to: place = at }: PictureStep) {
  const picture = pictures[at];
  if (picture === undefined) return pictures;
  const others = pictures.toSpliced(at, 1);
  if (move === "remove") return others;
  const to = { first: 0, earlier: Math.max(at - 1, 0), later: at + 1, to: place }[move];
  return others.toSpliced(to, 0, picture);
}

/** Lists show the first picture, unless an owner has chosen another one for them. */
function textsWith(before: PictureTexts, pictures: string[], forLists?: string): PictureTexts {
  const [first] = picturesOf(before);
  const { thumbnail } = before;
  const isChosen = thumbnail !== noPicture && thumbnail !== first;
  const isGone = picturesOf(before).includes(thumbnail) && !pictures.includes(thumbnail);
  const kept = isChosen && !isGone ? thumbnail : pictures[0];
  return { thumbnail: forLists ?? kept ?? noPicture, images: textOfList(pictures, "\n") };
}
