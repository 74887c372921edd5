import * as v from "valibot";
import { email } from "../accounts/account-fields.ts";

/** What asks to be told when a product is back. The browser and the server use the same rules. */
export const stockAlertForm = v.object({
  productId: v.pipe(v.string("Product is required"), v.nonEmpty("Product is required")),
  email: email("Please enter a valid email address"),
});

export type StockAlertForm = v.InferOutput<typeof stockAlertForm>;
