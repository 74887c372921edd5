import * as v from "valibot";
import { checkbox, typedText } from "../../forms/form-rules.ts";
import { pictureAddress } from "../../pictures/picture-address.ts";
import { slugLimit, slugOf } from "../../text/slug.ts";
import { isWithdrawalException } from "../../values/withdrawal.ts";
import type { ShopCategory } from "../categories.ts";
import { distinctWords, findEmptyWord, typedWords } from "../lists/search/typed-words.ts";

export const nameLimit = 60;
const descriptionLimit = 500;
const searchWordsLimit = 500;
const mostSearchWords = 30;

/** Search words as they are saved: each once, separated by ", ". */
const searchWords = v.pipe(
  typedText(searchWordsLimit),
  v.transform(typedWords),
  v.check((words) => words.length <= mostSearchWords, `Use at most ${mostSearchWords} search words`),
  v.check(
    (words) => findEmptyWord(words) === undefined,
    ({ input }) => `“${findEmptyWord(input)}” has no letters or digits`,
  ),
  v.transform((words) => distinctWords(words).join(", ")),
);

/** The form of a category or tag. An empty address is made from the name. */
export const categoryForm = v.pipe(
  v.object({
    name: v.pipe(typedText(nameLimit), v.nonEmpty("Enter a name")),
    slug: typedText(slugLimit),
    description: typedText(descriptionLimit),
    searchWords,
    picture: pictureAddress,
    color: typedText(20),
    kind: v.picklist(["category", "tag"], "Choose category or tag"),
    parent: typedText(slugLimit),
    inMenu: checkbox,
    withdrawalException: v.pipe(
      typedText(30),
      v.check((name) => name === "" || isWithdrawalException(name), "Choose a reason from the list"),
    ),
  }),
  v.transform((form) => ({ ...form, slug: form.slug || slugOf(form.name) })),
);

export type CategoryFields = v.InferOutput<typeof categoryForm>;
export type CategoryField = keyof CategoryFields;

/** Fills the form from a category. */
export function toCategoryForm({ inMenu, picture, color, parent, ...texts }: ShopCategory): CategoryFields {
  return { ...texts, picture: picture ?? "", color: color ?? "", parent: parent ?? "", inMenu: inMenu ? "on" : "" };
}
