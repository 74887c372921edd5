import type { ProductsTable } from "#database/schema.ts";
import type { ChangedFields } from "../../changes/change-log.ts";
import type { ForeseenPrice } from "../pricing/price-history.ts";

/** What a bulk change would do to a product. */
export type PlannedChange =
  | {
      fields: ChangedFields;
      columns: Partial<ProductsTable>;
      warnings: string[];
      /** What customers pay from then on, if that changes: from now, and from a sale's start. */
      pays?: ForeseenPrice[];
      skipped?: undefined;
    }
  /** Why the product can't be changed so. */
  | { skipped: string };
