import type { OwnerRole } from "#database/schema.ts";

/** Each role with its name and what it may do, most rights first. */
export const roles = [
  { role: "owner", name: "Owner", summary: "Everything" },
  {
    role: "manager",
    name: "Manager",
    summary: "Everything except general settings, payments, roles, tokens, webhooks and backups",
  },
  { role: "orders", name: "Orders", summary: "Orders, returns, refunds, customers, messages and emails" },
  { role: "catalog", name: "Catalog", summary: "Products, categories, pages, discounts, redirects and feeds" },
  { role: "accountant", name: "Accountant", summary: "Sees orders, invoices and bookkeeping, and changes nothing" },
] as const satisfies { role: OwnerRole; name: string; summary: string }[];

/** @returns undefined for what isn't a role */
export function roleOf(text: string): OwnerRole | undefined {
  return roles.find(({ role }) => role === text)?.role;
}

/** What a role may do, as a sentence. */
export function roleSummary(role: OwnerRole) {
  const known = roles.find((known) => known.role === role);
  return known ? `${known.summary}.` : "";
}

/** A role's name. */
export function roleName(role: OwnerRole) {
  return roles.find((known) => known.role === role)?.name ?? role;
}
