import { type SynonymFields, synonymsLimit } from "#shop/catalog/lists/search/synonyms.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

/** The field of the words that mean the same to a search. */
export const synonymFields: DescribedFields<keyof SynonymFields> = {
  synonyms: {
    label: "Synonyms",
    as: "area",
    rows: 12,
    maxLength: synonymsLimit,
    hint: "One group per line, comma-separated, such as “couch, sofa, love seat”.",
    wide: true,
  },
};
