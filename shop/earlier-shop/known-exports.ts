/** Exports of customers and orders that the shop knows by their columns. */
export interface KnownExport {
  shop: "Shopify" | "WooCommerce";
  kind: "customers" | "orders";
  /** Columns that tell it, in small letters. */
  needed: string[];
}

/** The first that fits counts: files of orders have their customers' columns too. */
const knownExports: KnownExport[] = [
  { shop: "Shopify", kind: "orders", needed: ["name", "financial status", "lineitem name"] },
  // Advanced Order Export For WooCommerce.
  { shop: "WooCommerce", kind: "orders", needed: ["order number", "order date", "item name"] },
  // WooCommerce Customer/Order/Coupon Export, with a row for each order or each item.
  { shop: "WooCommerce", kind: "orders", needed: ["order_number", "order_total", "line_items"] },
  { shop: "WooCommerce", kind: "orders", needed: ["order_number", "order_total", "item_name"] },
  { shop: "Shopify", kind: "customers", needed: ["first name", "last name", "email", "accepts email marketing"] },
  { shop: "Shopify", kind: "customers", needed: ["first name", "last name", "email", "accepts marketing"] },
  { shop: "Shopify", kind: "customers", needed: ["first name", "last name", "email", "total spent"] },
  // The report of customers.
  { shop: "WooCommerce", kind: "customers", needed: ["name", "username", "email"] },
  // WooCommerce Customer/Order/Coupon Export, and exports of WordPress users.
  { shop: "WooCommerce", kind: "customers", needed: ["email", "billing_first_name", "billing_last_name"] },
  { shop: "WooCommerce", kind: "customers", needed: ["user_email", "billing_first_name"] },
  { shop: "WooCommerce", kind: "customers", needed: ["user_email", "user_login"] },
  { shop: "WooCommerce", kind: "customers", needed: ["billing_email", "billing_first_name", "billing_last_name"] },
];

/** The columns that tell an export, for `detectTable`. */
export const tellingColumns = new Map(knownExports.flatMap(({ needed }) => needed.map((name) => [name, name])));

/** @param columns in small letters */
export function exportWith(columns: string[]): KnownExport | undefined {
  const found = new Set(columns);
  return knownExports.find(({ needed }) => needed.every((name) => found.has(name)));
}

/** "This is a Shopify customer export." */
export function describeExport({ shop, kind }: Pick<KnownExport, "shop" | "kind">) {
  return `This is a ${shop} ${kind === "customers" ? "customer" : "order"} export.`;
}
