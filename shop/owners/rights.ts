import type { OwnerRole } from "#database/schema.ts";

/** What someone may do in the back office. `owner/access/acts.ts` says what each screen and form needs. See docs/decisions/0324. */
export type Right =
  /** See the back office at all: its dashboard, with what the other rights show. */
  | "enter"
  /** See orders, invoices and what is to be packed. */
  | "readOrders"
  /** Send, cancel, refund and correct orders. */
  | "changeOrders"
  /** See and download the bookkeeping. */
  | "bookkeeping"
  /** See customers, answer their messages, and send emails again. */
  | "customers"
  /** Disable accounts, and import customers. */
  | "accounts"
  /** Everything that shoppers read and buy: products, categories, pages, discounts, redirects, feeds. */
  | "catalog"
  /** Appearance, delivery and taxes. */
  | "setUp"
  /** See the activity log. */
  | "log"
  /** The general settings, with the bank account and who the seller is. */
  | "payments"
  /** Let people and programs in: roles, tokens, webhooks, the mail server, links in unsent emails. */
  | "access"
  | "backups";

const ofManagers = [
  "enter",
  "readOrders",
  "changeOrders",
  "bookkeeping",
  "customers",
  "accounts",
  "catalog",
  "setUp",
  "log",
] as const satisfies Right[];

const rightsOfRoles: Readonly<Record<string, readonly Right[]>> = {
  owner: [...ofManagers, "payments", "access", "backups"],
  manager: ofManagers,
  orders: ["enter", "readOrders", "changeOrders", "customers"],
  catalog: ["enter", "catalog"],
  accountant: ["enter", "readOrders", "bookkeeping"],
  // What the version before calls a manager, and may still write.
  staff: ofManagers,
} satisfies Record<OwnerRole | "staff", Right[]>;

/** Whether a role includes a right. */
export function may(role: OwnerRole, right: Right) {
  return rightsOfRoles[role]?.includes(right) ?? false;
}
