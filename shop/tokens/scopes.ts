/** What the owner's programs can work on, by noun: what each covers, and what they can do with it. */
export const scopeNouns = {
  products: { covers: "Products, stock, prices", rights: ["read", "write"] },
  categories: { covers: "Categories, tags", rights: ["read", "write"] },
  orders: { covers: "Orders, deliveries, refunds", rights: ["read", "write"] },
  customers: { covers: "Customers", rights: ["read"] },
  discounts: { covers: "Discount codes", rights: ["read", "write"] },
  redirects: { covers: "Redirects", rights: ["read", "write"] },
  webhooks: { covers: "Webhooks", rights: ["read", "write"] },
} as const;

export type ScopeNoun = keyof typeof scopeNouns;
export type Scope = { [Noun in ScopeNoun]: `${Noun}:${(typeof scopeNouns)[Noun]["rights"][number]}` }[ScopeNoun];

export function scopesOf(noun: ScopeNoun): Scope[] {
  return scopeNouns[noun].rights.map((right) => `${noun}:${right}` as Scope);
}

/** All scopes, in the order in which they are shown. */
export const scopes = (Object.keys(scopeNouns) as ScopeNoun[]).flatMap(scopesOf);

/** Whether a token's scopes include the one asked for. Writing includes reading. */
export function allows(granted: readonly Scope[], asked: Scope) {
  return granted.includes(asked) || granted.includes(asked.replace(/:read$/, ":write") as Scope);
}
