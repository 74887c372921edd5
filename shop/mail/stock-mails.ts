import type { Currency } from "../values/currencies.ts";
import { formatPrice } from "../values/money.ts";
import { fullTitle, type Options } from "../values/product-options.ts";
import { composeMail } from "./compose-mail.ts";
import type { Paragraph } from "./mail-content.ts";
import type { MailShop } from "./mail-shop.ts";
import { plainText } from "./mail-text.ts";
import { oneLine, receiptLine } from "./order-receipt.ts";
import type { WrittenMail } from "./send-mail.ts";

interface StockMail {
  title: string;
  options?: Options;
  priceCents: number;
  currency: Currency;
  thumbnail: string;
  link: string;
  /** Where the address unsubscribes. */
  leaveLink: string;
  shop: MailShop;
}

/** Asks an address to confirm its alert for a product. */
export function alertRequestMail(mail: StockMail): WrittenMail {
  const title = { typed: oneLine(fullTitle(mail)) };
  return write(mail, {
    subject: ["Confirm your alert for ", title],
    paragraph: [
      "We received a request to email you when ",
      title,
      " is back in stock at ",
      { typed: mail.shop.name },
      ". Open this link and press the button to confirm, and we'll send you one email.",
    ],
    label: "Notify me when it's back",
    leave: "If you didn't request this, you can ignore this email or unsubscribe now: ",
  });
}

/** The one mail that says a product is back. */
export function backInStockMail(mail: StockMail): WrittenMail {
  const title = { typed: oneLine(fullTitle(mail)) };
  return write(mail, {
    subject: [title, " is back in stock at ", { typed: mail.shop.name }],
    paragraph: ["You asked us to let you know: ", title, " is back in stock. Get it while it lasts."],
    label: "View product",
    leave: "We won't email you about this product again. To delete your email address from this alert now: ",
  });
}

interface Words {
  subject: Paragraph;
  paragraph: Paragraph;
  label: string;
  leave: string;
}

function write(product: StockMail, { subject, paragraph, label, leave }: Words) {
  const { shop, link, leaveLink, priceCents, currency } = product;
  const mail = composeMail(oneLine(plainText(subject)), link, {
    shop,
    title: subject,
    paragraphs: [paragraph],
    receipt: { lines: [receiptLine(product, shop, formatPrice(priceCents, { currency, locale: shop.locale }))] },
    button: { label, link },
    footnote: [leave, { text: "Unsubscribe", link: leaveLink, plain: leaveLink }],
  });
  return { ...mail, unsubscribeLink: leaveLink };
}
