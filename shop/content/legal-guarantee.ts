import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { readSettingsRow } from "#database/settings-rows.ts";
import { type StoredForm, saveStoredForm } from "../changes/change-settings.ts";
import { typedText } from "../forms/form-rules.ts";
import { parse } from "../forms/validate.ts";
import { sizeInAddress } from "../pictures/own-picture.ts";
import { pictureAddress } from "../pictures/picture-address.ts";
import { markUsed } from "../pictures/uploaded-pictures.ts";
import { isUnderEuConsumerLaw } from "../settings/consumer-law.ts";
import type { LiveSettings, ShopDatabase } from "../shop.ts";
import type { LegalGuarantee } from "../values/legal-guarantee.ts";

/** In the table `settings`. */
const key = "legalGuarantee";

/** Pixels. The QR code of a notice this wide can be scanned from a screen. See docs/decisions/0350. */
const leastWidth = 1200;

const notice = v.pipe(
  pictureAddress,
  v.check(
    (address) => address === "" || (sizeInAddress(address)?.width ?? 0) >= leastWidth,
    "Use a picture at least 1,200 pixels wide",
  ),
);

/** The official notice about the legal guarantee, and what it says. An empty text uses the shop's own. */
export const guaranteeForm = v.object({ guaranteeNotice: notice, guaranteeText: typedText(1000) });

export type GuaranteeFields = v.InferOutput<typeof guaranteeForm>;

const newGuarantee = parse(guaranteeForm, {});

export async function readGuaranteeForm(db: Database): Promise<GuaranteeFields> {
  return { ...newGuarantee, ...JSON.parse((await readSettingsRow(db, key)) ?? "{}") };
}

/** The notice about the legal guarantee. */
export const storedGuarantee: StoredForm<GuaranteeFields> = {
  ...{ key, kind: "settings", subject: "legal guarantee", read: readGuaranteeForm },
  prepare: (transaction, before, next, now) =>
    markUsed(transaction, [before.guaranteeNotice], [next.guaranteeNotice], now),
};

/** Saves the notice about the legal guarantee. @throws ChangedMeanwhileError */
export function saveGuarantee(
  context: Pick<ShopDatabase, "db" | "now">,
  next: GuaranteeFields,
  by: { original: Partial<GuaranteeFields>; actor: string },
) {
  return saveStoredForm(context, storedGuarantee, next, by);
}

/** What the saved form means for pages. */
export function toGuarantee({ guaranteeNotice: notice, guaranteeText: text }: GuaranteeFields): LegalGuarantee {
  return { ...(notice && { notice }), ...(text && { text }) };
}

/** The reminder of the legal guarantee, if the shop shows one: its owner has filled in the notice or who sells, and it delivers to the EEA. */
export function shownGuarantee({
  countries,
  seller,
  guarantee,
}: Pick<LiveSettings, "countries" | "seller" | "guarantee">): LegalGuarantee | undefined {
  const isSetUp = Boolean(guarantee.notice || guarantee.text || seller.address);
  return isSetUp && isUnderEuConsumerLaw({ countries }) ? guarantee : undefined;
}
