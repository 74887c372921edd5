/** What the owner's programs can work on, by noun: what each covers. */
export const scopeNouns = {
  products: "Products, stock, prices",
  categories: "Categories, tags",
  orders: "Orders, deliveries, refunds",
  customers: "Customers",
  discounts: "Discount codes",
  redirects: "Redirects",
  webhooks: "Webhooks",
} as const;

export type ScopeNoun = keyof typeof scopeNouns;
export type Scope = `${ScopeNoun}:${"read" | "write"}`;

export function scopesOf(noun: ScopeNoun): Scope[] {
  return [`${noun}:read`, `${noun}:write`];
}

/** All scopes, in the order in which they are shown. */
export const scopes = (Object.keys(scopeNouns) as ScopeNoun[]).flatMap(scopesOf);

/** Whether a token with these scopes may do what asks for one. Who may write may read, too. */
export function allows(granted: readonly Scope[], asked: Scope) {
  return granted.includes(asked) || granted.includes(asked.replace(/:read$/, ":write") as Scope);
}
