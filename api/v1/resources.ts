import { categories } from "./categories.ts";
import { products } from "./products.ts";
import { redirects } from "./redirects.ts";
import type { Resource } from "./route.ts";

/** All that programs can work on, in the order of the documentation. */
export const resources: Resource[] = [products, categories, redirects];
