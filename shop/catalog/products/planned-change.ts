import type { ProductsTable } from "#database/schema.ts";
import type { ChangedFields } from "../../changes/change-log.ts";

/** What a bulk change would do to a product. */
export type PlannedChange =
  | { fields: ChangedFields; columns: Partial<ProductsTable>; warnings: string[]; skipped?: undefined }
  /** Why the product can't be changed so. */
  | { skipped: string };
