import * as v from "valibot";
import { email } from "../../forms/account-fields.ts";

/** A request for a back-in-stock alert, for browser and server. */
export const stockAlertForm = v.object({
  productId: v.pipe(v.string("Product is required"), v.nonEmpty("Product is required")),
  email: email("Please enter a valid email address"),
});

export type StockAlertForm = v.InferOutput<typeof stockAlertForm>;
