import { catalogOperations } from "./catalog/catalog-operations.ts";
import type { Operation } from "./operation.ts";

/** All that platforms can ask of the shop. */
export const operations: Operation[] = [...catalogOperations];
