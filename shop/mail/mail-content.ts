import type { ProgressStep } from "../orders/views/order-progress.ts";
import type { MailShop } from "./mail-shop.ts";

/** What a mail says, in its HTML and in its plain text. */
export interface MailContent {
  shop: MailShop;
  title: Paragraph;
  /** How far the order that the mail is about has come. */
  progress?: ProgressStep[] | undefined;
  paragraphs: Paragraph[];
  receipt?: MailReceipt | undefined;
  /** Digits to type. */
  code?: string;
  button?: MailButton;
  footnote: Paragraph;
  /** The order that the mail is about: its customer's questions begin with its number. */
  orderNumber?: string;
  /** What lists of mails show next to the subject; the first paragraph unless it says otherwise. */
  preview?: string;
}

export interface MailButton {
  label: string;
  link: string;
  /** What plain text says before the link, instead of the label. */
  lead?: string;
}

/** A text, or its parts: links, and what people typed, whose direction is its own. */
export type Paragraph = string | (string | MailLink | TypedText)[];

interface TypedText {
  typed: string;
}

interface MailLink {
  text: string;
  link: string;
  /** What plain text shows, instead of the text. */
  plain?: string;
}

/** Where customers ask about an order, or anything else. */
export function contactOf({ shop, orderNumber }: Pick<MailContent, "shop" | "orderNumber">): MailLink {
  const link = new URL(orderNumber ? `/contact?order=${orderNumber}` : "/contact", shop.url).href;
  return orderNumber
    ? { text: "Need help with this order?", link, plain: `Need help with this order? ${link}` }
    : { text: "Contact us", link, plain: `Contact us: ${link}` };
}

/** A receipt in words and formatted amounts. */
export interface MailReceipt {
  details?: [name: string, value: string][];
  lines: { title: string; variant?: string; note: string; amount: string; picture?: string | undefined }[];
  /** The last is the total. */
  sums?: [name: string, amount: string][];
}
