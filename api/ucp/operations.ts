import { cartOperations } from "./cart-operations.ts";
import { catalogOperations } from "./catalog/catalog-operations.ts";
import { checkoutOperations } from "./checkout-operations.ts";
import type { Operation } from "./operation.ts";
import { getOrder } from "./order-operations.ts";

/** All that platforms can ask of the shop. */
export const operations: Operation[] = [...catalogOperations, ...cartOperations, ...checkoutOperations, getOrder];
