import type { Shop } from "../shop.ts";
import { google, meta, writeMerchantXml } from "./merchant-xml.ts";
import { writeProductsCsv } from "./products-csv.ts";

interface Feed {
  type: string;
  write: (shop: Pick<Shop, "db" | "now" | "settings">) => AsyncIterable<string>;
}

/** All feeds, by the last part of their addresses. */
export const feeds: Readonly<Record<string, Feed>> = {
  "google.xml": { type: "application/xml; charset=utf-8", write: (shop) => writeMerchantXml(shop, google) },
  "meta.xml": { type: "application/xml; charset=utf-8", write: (shop) => writeMerchantXml(shop, meta) },
  "products.csv": { type: "text/csv; charset=utf-8", write: writeProductsCsv },
};
