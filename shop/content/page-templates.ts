import { deliverySentence } from "../delivery/describe-delivery.ts";
import { returnCostSentence } from "../delivery/return-costs.ts";
import { textLines } from "../forms/validate.ts";
import { isUnderEuConsumerLaw } from "../settings/consumer-law.ts";
import type { LiveSettings } from "../shop.ts";
import { mailtoLink } from "../values/email-address.ts";
import { leastWithdrawalDays, withdrawLabel } from "../values/withdrawal.ts";
import { keptInBrowsersTable } from "./kept-in-browsers.ts";
import type { PageFields } from "./page-form.ts";

type Settings = Pick<
  LiveSettings,
  | "shopName"
  | "seller"
  | "delivery"
  | "currency"
  | "locale"
  | "countries"
  | "returnDays"
  | "returnsPaidBy"
  | "withdrawalDays"
  | "takesReturns"
>;

function dataProtectionAuthority({ countries }: Settings) {
  const isInNorway = countries.some(({ code }) => code === "NO");
  return isInNorway ? "[Datatilsynet](https://www.datatilsynet.no)" : "[[which data protection authority?]]";
}

/** A page to start from. */
export interface PageTemplate {
  slug: string;
  title: string;
  description: string;
  write: (settings: Settings) => string;
}

/**
 * Texts that most shops in Norway and the EU need. They state what the shop does, from its settings; what only the owner can know is an open
 * decision in double brackets. They are a start, and no legal advice.
 */
export const pageTemplates: PageTemplate[] = [
  {
    slug: "terms",
    title: "Terms of sale",
    description: "What you agree to when you order from us, and what you can expect of us.",
    write: (settings) => `These terms apply when you buy from ${settings.shopName} as a consumer.

## Who you buy from

${sellerLines(settings)}

## Prices and payment

Prices are in ${settings.currency} and include all taxes. The checkout shows what delivery costs before you order. [[When do you charge the card: when the order is placed, or when it is sent?]]

## When a purchase is binding

You make a binding order when you press “Complete Purchase”. We confirm it by email. If a price was an obvious mistake, or we can't deliver, we tell you and give all your money back.

## Delivery

${deliverySentence(settings.delivery, settings)} [[Which carriers do you use, and where is a parcel left if nobody is at home?]]

If a parcel is late or lost, write to us: we find it, send a new one or give your money back.

## Right of withdrawal

${rightOfWithdrawal(settings)} Send everything back within 14 days after that. ${returnCosts(settings)} We give your money back, with the cost of standard delivery, within 14 days after you told us. We may wait until we have the items.

[[Is there anything that can't be returned, such as fresh food, opened cosmetics or items made to order?]]

## If something is wrong

If an item is damaged, isn't what you ordered or fails later, write to us within a reasonable time. You have the rights that consumer law gives you: a repair, a new item, a lower price or your money back. [[In Norway claims can be made for two years, and for five years where an item is meant to last longer. Which law applies to your shop?]]

## Complaints

Please write to us first. If we don't agree, you can turn to [[which consumer authority? In Norway it is Forbrukertilsynet]].
`,
  },
  {
    slug: "privacy",
    title: "Privacy",
    description: "Which data we keep about you, why, for how long, and what you can ask of us.",
    write: (settings) => `This page says which personal data ${settings.shopName} keeps and why.

## Who is responsible

${sellerLines(settings)}

## What we keep, and why

| What | Why | How long |
| --- | --- | --- |
| Your name, email, address and date of birth, if you create an account | So that you can order and see your orders | [[How long after the last order?]] |
| Your orders, what was paid, and our emails about them | To deliver them, and because bookkeeping law demands it | [[Five years in Norway. What applies to you?]] |
| Messages you send us | To answer you | [[How long?]] |
| An email address for “back in stock” | To tell you once | Until you unsubscribe, at most 30 days after we told you; 7 days if you don't confirm it |
| Your network address | To stop attacks and too many sign-in attempts | [[How long do your server's logs last?]] |

We never see or store card numbers. [[Which payment provider do you use? Name it and link to its privacy page.]]

## Cookies and storage in your browser

We only use what the shop needs to work, so we don't have to ask for your consent. We don't track you, and we share nothing with advertisers. [[Have you added anything else, such as statistics?]]

${keptInBrowsersTable()}

“…” stands for the number in \`cartToken\`. Names of cookies begin with \`__Host-\` where the connection is encrypted.

## Who else sees your data

Carriers get your name and address to deliver. Our email service sends our mails. [[Name your hosting company, carriers and email service, and where they are.]]

## Your rights

You can see, correct and delete your data, take it with you, and object to how we use it. Write to us${mailTo(settings)}. You can also complain to ${dataProtectionAuthority(settings)}.
`,
  },
  {
    slug: "delivery-and-returns",
    title: "Delivery and returns",
    description: "What delivery costs, how long it takes, and how to send something back.",
    write: (settings) => `## Delivery

${deliverySentence(settings.delivery, settings)} You get an email when your order is on its way, with a tracking number if the parcel has one.

[[Where do you deliver? Which days do you pack orders?]]

## Returns

Changed your mind? You have ${settings.returnDays} days to return your order.

1. ${settings.takesReturns ? "Press *Return items* on [your order](/orders), and wait for our answer by email." : "[Write to us](/contact) with your order number."}
2. Pack the items well and send them to [[your return address]].
3. We refund you within 14 days, the way you paid.

${returnCosts(settings)}

## Damaged or wrong items

Send us your order number and a picture, and we'll make it right.
`,
  },
  {
    slug: "accessibility",
    title: "Accessibility",
    description: "How accessible this shop is, what doesn't work for everyone yet, and whom to tell.",
    write: (settings) => `This page says how accessible ${settings.shopName} is, as Directive (EU) 2019/882 asks.

## What you can do here

You can look for products, put them into a cart, order and pay, and see your orders. You need a browser. No account is needed to look around. [[Do you offer anything else, such as an app, or orders by phone?]]

## How the shop is made accessible

The shop is built to conform to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA:

- Everything can be used with a keyboard, and the focus is always visible.
- Screen readers get headings, labels, descriptions of pictures, and a message when something changes.
- Text can be enlarged to twice its size, and pages fit a screen of 320 pixels without scrolling sideways.
- Contrasts suffice in light and dark colors, and no information is in color alone.
- Nothing moves if your device asks for reduced motion.

[[When did you last check your own texts, pictures and colors, and how?]]

## What doesn't work for everyone yet

[[Which parts aren't accessible, and what can people do instead? For example pictures of products without a description, or the payment page of your provider.]]

## Tell us

If something gets in your way, [write to us](/contact)${mailTo(settings)}. We answer within [[how many?]] days, and send you what you need in another form.

If we don't help, you can turn to [[which authority supervises accessibility in your country?]].

[[On which day did you write this page?]]
`,
  },
];

function sellerLines({ shopName, seller: { address, organisationNumber, email, phone } }: Settings) {
  return [
    shopName,
    address || "[[Your postal address]]",
    organisationNumber ? `Organisation number ${organisationNumber}` : "[[Your organisation number]]",
    email || "[[Your email address]]",
    phone,
  ]
    .flatMap(textLines)
    .join("\\\n");
}

function returnCosts({ returnsPaidBy }: Settings) {
  return returnsPaidBy ? returnCostSentence(returnsPaidBy) : "[[Who pays for sending it back: you or the customer?]]";
}

/** How long and how (Directive 2011/83/EU, article 6(1)(h)): the withdrawal function and the form are there only where that law applies. */
function rightOfWithdrawal(settings: Settings) {
  const { returnDays, withdrawalDays, takesReturns } = settings;
  const isHere = isUnderEuConsumerLaw(settings);
  const days = isHere ? withdrawalDays : Math.max(returnDays, leastWithdrawalDays);
  const ways = isHere
    ? `press [${withdrawLabel}](/withdraw), which is at the end of every page, fill in the withdrawal form that our email about your order brings, or write to us`
    : "write to us";
  const promise =
    isHere && returnDays > withdrawalDays
      ? ` Beyond this right, we promise that you can return your order within ${returnDays} days: ${takesReturns ? "press *Return items* on [your order](/orders)" : "write to us"}.`
      : "";
  return `You have ${days} days to change your mind after you received your order. You don't have to give a reason. Before the time is up, ${ways}.${promise}`;
}

function mailTo({ seller: { email } }: Settings) {
  return email ? ` at [${email}](${mailtoLink(email)})` : "";
}

/** The form of a page that starts from a template. It isn't public until the owner has read it. */
export function fromTemplate({ slug, title, description, write }: PageTemplate, settings: Settings): PageFields {
  return { slug, title, description, text: write(settings), inFooter: "on", isPublic: "" };
}
