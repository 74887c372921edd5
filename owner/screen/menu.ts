import { href } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";
import type { MenuCounts } from "#shop/owners/read-waiting.ts";
import { mayOpen } from "../access/acts.ts";

interface MenuScreen {
  to: string;
  label?: string;
  /** Words that the finder takes for its name, too: what other shops call it, in small letters. */
  otherNames?: string;
}

/** Everything that is set up once; shown as a second row on these screens. */
const settingsScreens: MenuScreen[] = [
  { to: href("/settings"), label: "General" },
  { to: href("/mail-server"), label: "Mail server", otherNames: "smtp" },
  { to: href("/staff"), label: "Staff", otherNames: "users team roles permissions invitations" },
  {
    to: href("/appearance"),
    label: "Appearance",
    otherNames: "theme logo icon colors typefaces fonts home page announcement footer",
  },
  { to: href("/taxes"), label: "Taxes", otherNames: "vat invoices" },
  { to: href("/pages"), label: "Pages", otherNames: "terms privacy policies legal about" },
  { to: href("/legal-guarantee"), label: "Legal guarantee", otherNames: "warranty" },
  { to: href("/delivery"), label: "Delivery", otherNames: "shipping pickup rates opening hours places" },
  { to: href("/discounts"), label: "Discounts", otherNames: "coupons vouchers promotions codes" },
  { to: href("/synonyms"), label: "Synonyms", otherNames: "search discovery words" },
  { to: href("/redirects"), label: "Redirects", otherNames: "urls links addresses" },
  { to: href("/feeds"), label: "Feeds", otherNames: "google meta facebook sales channels" },
  { to: href("/tokens"), label: "Tokens", otherNames: "api keys apps" },
  { to: href("/webhooks"), label: "Webhooks", otherNames: "notifications integrations" },
];

interface MenuGroup {
  label: string;
  screens: MenuScreen[];
  /** What waits there: which count, and how screen readers hear it. */
  waits?: [count: keyof MenuCounts, name: string];
}

/** Each entry of the menu leads to the first of its screens that someone may open. */
const menu: MenuGroup[] = [
  { label: "Dashboard", screens: [{ to: href("/"), otherNames: "home analytics reports sales figures" }] },
  {
    label: "Orders",
    screens: [{ to: href("/orders"), otherNames: "fulfilment parcels tracking refunds returns" }],
    waits: ["toSend", "to fulfil"],
  },
  { label: "Withdrawals", screens: [{ to: href("/withdrawals") }], waits: ["withdrawals", "to handle"] },
  { label: "Products", screens: [{ to: href("/products"), otherNames: "catalog inventory stock variants prices" }] },
  { label: "Categories", screens: [{ to: href("/categories"), otherNames: "collections" }] },
  {
    label: "Messages",
    screens: [{ to: href("/messages"), otherNames: "inbox contact questions" }],
    waits: ["messages", "to answer"],
  },
  { label: "Customers", screens: [{ to: href("/customers") }] },
  {
    label: "Emails",
    screens: [{ to: href("/mails"), otherNames: "notifications outbox" }],
    waits: ["failedMails", "failed"],
  },
  { label: "Settings", screens: settingsScreens },
  { label: "Activity log", screens: [{ to: href("/log"), otherNames: "history undo audit" }] },
];

/** The menu with the screens that a role may open. */
export function menuOf(role: Owner["role"]) {
  return menu.flatMap(({ screens, ...entry }) => {
    const shown = screens.filter(({ to }) => mayOpen(role, to));
    return shown[0] ? [{ ...entry, to: shown[0].to, screens: shown }] : [];
  });
}

export type MenuEntry = ReturnType<typeof menuOf>[number];

/** Whether an entry stands for several screens, which have labels of their own. */
export function isGroup({ screens }: MenuEntry) {
  return screens.every(({ label }) => label !== undefined);
}
