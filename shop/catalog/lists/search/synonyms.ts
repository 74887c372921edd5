import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { type StoredForm, saveStoredForm } from "../../../changes/change-settings.ts";
import { typedText } from "../../../forms/form-rules.ts";
import { parse } from "../../../forms/validate.ts";
import type { ShopDatabase } from "../../../shop.ts";
import { comparedWord, distinctWords, findEmptyWord, typedWords } from "./typed-words.ts";

/** In the table `settings`. */
const key = "synonyms";

/** Characters of all groups, and of one of their words. */
export const synonymsLimit = 20_000;
const wordLimit = 60;
const mostWords = 20;

/** Groups of words that mean the same to a search, one a line: "couch, sofa, settee". A word is in one group only. See docs/decisions/0415. */
export const synonymsForm = v.object({
  synonyms: v.pipe(
    typedText(synonymsLimit),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const lines = dataset.value.split("\n").map((line) => distinctWords(typedWords(line)));
      const message = findProblem(lines);
      if (message === undefined) return textOf(lines);
      addIssue({ message });
      return NEVER;
    }),
  ),
});

export type SynonymFields = v.InferOutput<typeof synonymsForm>;

function textOf(lines: string[][]) {
  return lines
    .filter((words) => words.length > 0)
    .map((words) => words.join(", "))
    .join("\n");
}

/** What is wrong with the first line that can't be saved. */
function findProblem(lines: string[][]): string | undefined {
  const lineOf = new Map<string, number>();
  for (const [index, words] of lines.entries()) {
    const problem = findProblemOfLine(words);
    if (problem !== undefined) return `Line ${index + 1}: ${problem}`;
    for (const word of words) {
      const earlier = lineOf.get(comparedWord(word));
      if (earlier !== undefined) return `“${word}” is in lines ${earlier} and ${index + 1}. Make one line of both`;
      lineOf.set(comparedWord(word), index + 1);
    }
  }
  return undefined;
}

function findProblemOfLine(words: string[]): string | undefined {
  const empty = findEmptyWord(words);
  if (empty !== undefined) return `“${empty}” has no letters or digits`;
  const long = words.find((word) => word.length > wordLimit);
  if (long !== undefined) return `“${long.slice(0, wordLimit)}…” has more than ${wordLimit} characters`;
  if (words.length === 1) return "enter at least two words, with a comma between them";
  return words.length > mostWords ? `use at most ${mostWords} words` : undefined;
}

const noSynonyms = parse(synonymsForm, {});

export async function readSynonymForm(db: Database): Promise<SynonymFields> {
  return { ...noSynonyms, ...JSON.parse((await readSettingsRow(db, key)) ?? "{}") };
}

/** The groups of words that mean the same. */
export const storedSynonyms: StoredForm<SynonymFields> = {
  ...{ key, kind: "settings", subject: "synonyms", read: readSynonymForm },
};

/** Saves the groups of words that mean the same. @throws ChangedMeanwhileError */
export function saveSynonyms(
  context: Pick<ShopDatabase, "db" | "now">,
  next: SynonymFields,
  by: { original: Partial<SynonymFields>; actor: string },
) {
  return saveStoredForm(context, storedSynonyms, next, by);
}
