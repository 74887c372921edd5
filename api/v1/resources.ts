import { categories } from "./categories.ts";
import { customers } from "./customers.ts";
import { discounts } from "./discounts.ts";
import { orders } from "./orders.ts";
import { products } from "./products.ts";
import { redirects } from "./redirects.ts";
import type { Resource } from "./route.ts";
import { webhooks } from "./webhooks.ts";

/** All that programs can work on, in the order of the documentation. */
export const resources: Resource[] = [products, categories, orders, customers, discounts, redirects, webhooks];
