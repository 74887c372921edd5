/** What the owner's programs can work on, by what a scope's noun covers. A scope is a noun with a right: `orders:read`. */
export const scopeNouns = {
  products: "Products, stock, prices",
  categories: "Categories, tags",
  orders: "Orders, deliveries, refunds",
  customers: "Customers",
  discounts: "Discount codes",
  redirects: "Redirects",
  webhooks: "Webhooks",
} as const;

export const scopeRights = { read: "see", write: "see and change" } as const;

export type Scope = `${keyof typeof scopeNouns}:${keyof typeof scopeRights}`;

/** All scopes, in the order in which they are shown. */
export const scopes = Object.keys(scopeNouns).flatMap((noun) =>
  Object.keys(scopeRights).map((right) => `${noun}:${right}` as Scope),
);

/** Whether a token with these scopes may do what asks for one. Who may write may read, too. */
export function allows(granted: readonly Scope[], asked: Scope) {
  return granted.includes(asked) || granted.includes(asked.replace(/:read$/, ":write") as Scope);
}
