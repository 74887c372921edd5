import type { Operation } from "../operation.ts";
import { getProduct } from "./get-product.ts";
import { lookupCatalog } from "./lookup-catalog.ts";
import { searchCatalog } from "./search-catalog.ts";

/** What platforms can ask of the catalog. See docs/decisions/0267. */
export const catalogOperations: Operation[] = [searchCatalog, lookupCatalog, getProduct];
