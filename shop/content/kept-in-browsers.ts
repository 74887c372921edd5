/** Something that the shop keeps in its visitors' browsers. */
interface KeptInBrowser {
  /** `*` stands for the cart's token, or for a random name of the session. On https, the names of cookies begin with `__Host-`. */
  name: string;
  kind: "cookie" | "local storage" | "session storage" | "cache" | "service worker";
  /** What it is for, and what doesn't work without it. */
  purpose: string;
  /** When it is stored. */
  occasion: string;
  /** How long it stays, after the occasion and a comma. */
  duration: string;
}

const untilEmptied = "until you clear your browser's data";
const untilClosed = "until you close the tab";

/**
 * Everything that the shop keeps in browsers: the shop stores nothing else there. The template of the privacy page lists it, and tests compare it with what
 * browsers hold (`tests/support/kept-in-browsers.ts`). Each entry is strictly necessary for what the visitor asks for, so none needs consent
 * (Directive 2002/58/EC, article 5(3)). See docs/decisions/0336.
 */
export const keptInBrowsers: KeptInBrowser[] = [
  {
    name: "torg.session_token",
    kind: "cookie",
    purpose: "Keeps you signed in",
    duration: "until 30 days after your last visit, or until you sign out",
    occasion: "When you sign in",
  },
  {
    name: "torg.device",
    kind: "cookie",
    purpose: "Recognizes your browser, so that strangers who guess at your password can't lock you out",
    duration: "for 1 year",
    occasion: "When you sign in or choose a new password",
  },
  {
    name: "torg.second_step",
    kind: "cookie",
    purpose: "Remembers that your password was right while you enter the code of your authenticator app",
    duration: "for 10 minutes, or until you are signed in",
    occasion: "When you sign in with two-step verification",
  },
  {
    name: "torg.owner_flash",
    kind: "cookie",
    purpose: "Says whether a change was saved",
    duration: "for 1 minute",
    occasion: "When the shop's staff change something",
  },
  {
    name: "singleKeys",
    kind: "local storage",
    purpose: "Remembers that keyboard shortcuts of one letter are turned off",
    duration: "until they are turned on",
    occasion: "When the shop's staff turn them off",
  },
  {
    name: "cartToken",
    kind: "local storage",
    purpose: "A random number under which your browser keeps your cart; we never get it",
    duration: untilEmptied,
    occasion: "When you use the cart or sign in",
  },
  {
    name: "cart-*",
    kind: "local storage",
    purpose: "The items in your cart",
    duration: untilEmptied,
    occasion: "When you use the cart",
  },
  {
    name: "torg.cart",
    kind: "cookie",
    purpose: "The items in your cart while your browser runs no JavaScript",
    duration: "for 30 days after your last change, until JavaScript runs or until you sign out",
    occasion: "When you use the cart without JavaScript",
  },
  {
    name: "lastQuantity-*",
    kind: "local storage",
    purpose: "The number of items that the cart's icon shows",
    duration: untilEmptied,
    occasion: "When you use the cart",
  },
  {
    name: "savedCart-*",
    kind: "local storage",
    purpose: "Brings the carts on your devices together",
    duration: untilEmptied,
    occasion: "When you sign in",
  },
  {
    name: "checkout-*",
    kind: "local storage",
    purpose: "Makes sure that you order only once, even if your connection breaks",
    duration: "until your order is confirmed",
    occasion: "At the checkout",
  },
  {
    name: "platformCheckout-*",
    kind: "local storage",
    purpose: "The delivery that you chose in an app or with an assistant that sent you here",
    duration: "until your order is confirmed",
    occasion: "When you come with a cart from another service",
  },
  {
    name: "offline-worker",
    kind: "service worker",
    purpose: "Opens your cart, and products and receipts you have seen, when you have no connection",
    duration: untilEmptied,
    occasion: "When you use the cart or sign in",
  },
  {
    name: "kept-pages-*",
    kind: "cache",
    purpose: "Your cart's page, and the last 50 products and 20 receipts you have seen, to open without a connection",
    duration: "until 30 days after you last saw them, or until you sign in or out",
    occasion: "When you use the cart or sign in",
  },
  {
    name: "kept-files",
    kind: "cache",
    purpose: "Scripts and styles of these pages",
    duration: "until no kept page needs them",
    occasion: "When you use the cart or sign in",
  },
  {
    name: "linkedCode",
    kind: "local storage",
    purpose: "The discount code of a link that you followed",
    duration: "until you use or remove the code",
    occasion: "When you follow a link with a discount code",
  },
  {
    name: "discountCode",
    kind: "session storage",
    purpose: "The discount code that you use",
    duration: untilClosed,
    occasion: "When you enter a discount code",
  },
  {
    name: "checkoutForm",
    kind: "session storage",
    purpose: "What you typed at the checkout, so that a reload doesn't lose it; never your card or a code",
    duration: "until you order or sign out, another customer signs in, or you close the tab",
    occasion: "When you fill in the checkout",
  },
  {
    name: "react-router-scroll-positions",
    kind: "session storage",
    purpose: "How far you scrolled, so that “Back” leads to where you were",
    duration: untilClosed,
    occasion: "When you leave a page",
  },
];

/** The list as a table in Markdown. */
export function keptInBrowsersTable() {
  const rows = keptInBrowsers.map(
    ({ name, kind, purpose, duration, occasion }) =>
      `| \`${name.replace("*", "…")}\` (${kind}) | ${purpose} | ${occasion}, ${duration} |`,
  );
  return ["| Name | What for | When, and how long |", "| --- | --- | --- |", ...rows].join("\n");
}
