import { readSynonymForm, saveSynonyms, synonymsForm } from "#shop/catalog/lists/search/synonyms.ts";
import { synonymFields } from "../categories/synonym-fields.ts";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/synonyms";

const synonyms = recordForm({
  keyOf: () => "synonyms",
  form: synonymsForm,
  read: async ({ db }) => ({ saved: await readSynonymForm(db) }),
  log: () => ({ kind: "settings", subject: "synonyms" }),
  edit: (shop, _key, fields, edit) => saveSynonyms(shop, fields, edit),
  notice: () => "Synonyms saved",
  list: "/synonyms",
});

export const loader = synonyms.load;
export const action = synonyms.change;

export default function Synonyms(screen: Route.ComponentProps) {
  return (
    <RecordScreen
      {...screen}
      title="Synonyms"
      summary={<Summary />}
      what="the synonyms"
      labels={labelsOf(synonymFields)}
      fields={(form) => <FieldGrid {...form} fields={synonymFields} />}
    />
  );
}

function Summary() {
  return (
    <>
      Words that mean the same in your shop: a search for one finds products with any of them. For a word that stands
      for a whole category, use its{" "}
      <a href="/owner/categories" className="text-link">
        search words
      </a>
      .
    </>
  );
}
