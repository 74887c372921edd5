import { href } from "react-router";
import type { Owner } from "#shop/owners/owners.ts";
import type { MenuCounts } from "#shop/owners/read-waiting.ts";
import { mayOpen } from "../access/acts.ts";

/** Everything that is set up once; shown as a second row on these screens. */
const settingsScreens = [
  { to: href("/settings"), label: "General" },
  { to: href("/mail-server"), label: "Mail server" },
  { to: href("/staff"), label: "Staff" },
  { to: href("/appearance"), label: "Appearance" },
  { to: href("/taxes"), label: "Taxes" },
  { to: href("/pages"), label: "Pages" },
  { to: href("/legal-guarantee"), label: "Legal guarantee" },
  { to: href("/delivery"), label: "Delivery" },
  { to: href("/discounts"), label: "Discounts" },
  { to: href("/redirects"), label: "Redirects" },
  { to: href("/feeds"), label: "Feeds" },
  { to: href("/tokens"), label: "Tokens" },
  { to: href("/webhooks"), label: "Webhooks" },
];

interface MenuGroup {
  label: string;
  screens: { to: string; label?: string }[];
  /** What waits there: which count, and how screen readers hear it. */
  waits?: [count: keyof MenuCounts, name: string];
}

/** Each entry of the menu leads to the first of its screens that someone may open. */
const menu: MenuGroup[] = [
  { label: "Dashboard", screens: [{ to: href("/") }] },
  { label: "Orders", screens: [{ to: href("/orders") }], waits: ["toSend", "to fulfil"] },
  { label: "Withdrawals", screens: [{ to: href("/withdrawals") }], waits: ["withdrawals", "to handle"] },
  { label: "Products", screens: [{ to: href("/products") }] },
  { label: "Categories", screens: [{ to: href("/categories") }] },
  { label: "Messages", screens: [{ to: href("/messages") }], waits: ["messages", "to answer"] },
  { label: "Customers", screens: [{ to: href("/customers") }] },
  { label: "Emails", screens: [{ to: href("/mails") }], waits: ["failedMails", "failed"] },
  { label: "Settings", screens: settingsScreens },
  { label: "Activity log", screens: [{ to: href("/log") }] },
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
