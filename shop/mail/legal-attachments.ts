import type { Database } from "#database/connect.ts";
import { shownGuarantee } from "../content/legal-guarantee.ts";
import { readPage } from "../content/pages.ts";
import { isUnderEuConsumerLaw } from "../settings/consumer-law.ts";
import type { Shop } from "../shop.ts";
import { readableText } from "../text/readable-text.ts";
import { slugOf } from "../text/slug.ts";
import { guaranteeReminder, guaranteeTitle } from "../values/legal-guarantee.ts";
import type { Paragraph } from "./mail-content.ts";
import type { MailShop } from "./mail-shop.ts";
import type { Attachment } from "./send-mail.ts";

/** What sellers have to give customers on paper or by email after an order. */
interface LegalAttachments {
  /** Names the files. */
  note: Paragraph;
  files: Attachment[];
}

/**
 * The terms of sale, and for consumers the model withdrawal form, as the mail about an order brings them. See docs/decisions/0332.
 *
 * @returns undefined where EU consumer law doesn't apply, or the owner has no public terms
 */
export async function legalAttachments(
  { db, settings, mailShop }: { db: Database; settings: Shop["settings"]; mailShop: MailShop },
  { company }: { company: string | null },
): Promise<LegalAttachments | undefined> {
  if (!isUnderEuConsumerLaw(settings)) return undefined;
  const page = await readPage(db, "terms");
  if (!page?.isPublic) return undefined;
  const text = `${page.title}\n${"=".repeat(page.title.length)}\n\n${readableText(page.text, settings.shopUrl)}\n`;
  const terms = textFile(slugOf(page.title), text);
  // Companies have no right of withdrawal, and the form needs an address to go to.
  const hasForm = company === null && mailShop.seller.length > 0;
  return {
    note: ["Attached for your records: ", { typed: page.title }, hasForm ? " and the model withdrawal form." : "."],
    files: hasForm ? [terms, textFile("withdrawal-form", withdrawalForm(mailShop))] : [terms],
  };
}

/** The reminder of the legal guarantee in the mail about a consumer's order; undefined where the shop shows none. See docs/decisions/0350. */
export function guaranteeNote(
  { company }: { company: string | null },
  settings: Shop["settings"],
): Paragraph | undefined {
  const guarantee = company === null ? shownGuarantee(settings) : undefined;
  if (!guarantee) return undefined;
  const link = new URL("/legal-guarantee", settings.shopUrl).href;
  const said = guarantee.text ? { typed: guarantee.text } : guaranteeReminder;
  return [`${guaranteeTitle}: `, said, " ", { text: "See the notice", link, plain: `See the notice: ${link}` }];
}

function textFile(name: string, text: string): Attachment {
  return { filename: `${name}.txt`, contentType: "text/plain; charset=utf-8", content: Buffer.from(text) };
}

/** The model withdrawal form of Directive 2011/83/EU, annex I (B). Its words are the law's. */
function withdrawalForm({ name, seller }: Pick<MailShop, "name" | "seller">) {
  return `Model withdrawal form
=====================

(complete and return this form only if you wish to withdraw from the contract)

— To:

${[name, ...seller].map((line) => `  ${line}`).join("\n")}

— I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*)/for the provision of the following service (*):



— Ordered on (*)/received on (*):


— Name of consumer(s):


— Address of consumer(s):


— Signature of consumer(s) (only if this form is notified on paper):


— Date:


(*) Delete as appropriate.
`;
}
