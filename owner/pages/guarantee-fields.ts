import type { GuaranteeFields } from "#shop/content/legal-guarantee.ts";
import { guaranteeReminder } from "#shop/values/legal-guarantee.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

/** The fields of the notice about the legal guarantee. */
export const guaranteeFields: DescribedFields<keyof GuaranteeFields> = {
  guaranteeNotice: {
    label: "Official notice",
    picture: "page",
    hint: "The European Commission's file for screens, in your customers' language and unchanged. Make a PNG of an SVG or PDF, at least 1,200 pixels wide.",
    wide: true,
  },
  guaranteeText: {
    label: "What it says",
    as: "area",
    rows: 5,
    maxLength: 1000,
    placeholder: guaranteeReminder,
    hint: "For people who can't see the picture. Empty: a reminder in English.",
    wide: true,
  },
};
