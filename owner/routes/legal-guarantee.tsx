import { guaranteeForm, readGuaranteeForm, saveGuarantee, shownGuarantee } from "#shop/content/legal-guarantee.ts";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { guaranteeFields } from "../pages/guarantee-fields.ts";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/legal-guarantee";

const guarantee = recordForm({
  keyOf: () => "legal-guarantee",
  form: guaranteeForm,
  pictures: { guaranteeNotice: "page" },
  read: async ({ db, settings }) => ({
    saved: await readGuaranteeForm(db),
    isShown: shownGuarantee(settings) !== undefined,
  }),
  together: [["guaranteeNotice", "guaranteeText"]],
  log: () => ({ kind: "settings", subject: "legal guarantee" }),
  edit: (shop, _key, fields, edit) => saveGuarantee(shop, fields, edit),
  notice: () => "Legal guarantee saved",
  list: "/legal-guarantee",
});

export const loader = guarantee.load;
export const action = guarantee.change;

export default function LegalGuarantee(screen: Route.ComponentProps) {
  return (
    <RecordScreen
      {...screen}
      title="Legal guarantee"
      summary={<Summary isShown={screen.loaderData.isShown} />}
      what="the notice"
      labels={labelsOf(guaranteeFields)}
      hasPictures
      fields={(form) => <FieldGrid {...form} fields={guaranteeFields} />}
    />
  );
}

function Summary({ isShown }: { isShown: boolean }) {
  const where = isShown ? (
    <>
      Products, the checkout, your terms and{" "}
      <a href="/legal-guarantee" className="text-link">
        a page of its own
      </a>{" "}
      show it. Until you upload the notice, they show a reminder in plain words.
    </>
  ) : (
    "Once you deliver to the EEA and have filled in your address or this form, products, the checkout and your terms show it."
  );
  return (
    <>
      Since 27 September 2026, sellers in the EU remind consumers of the legal guarantee with the EU's official notice.{" "}
      {where}
    </>
  );
}
