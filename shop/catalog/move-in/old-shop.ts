import type { ExportNotes } from "../files/reading/other-shops/export-notes.ts";
import type { OtherProduct } from "../files/reading/other-shops/other-product.ts";
import type { PoliteReader } from "./polite-reader.ts";

/** A product of an old shop, or the reason why one is left out. */
export type OldProduct = { product: OtherProduct } | { leftOut: string };

/** How the public interface of a system is read. */
export interface OldShop {
  /** The system. */
  name: string;
  /** What becomes of its fields. */
  columns: ExportNotes["columns"];
  /**
   * Reads all products of the shop at an address.
   *
   * @param base without a slash at its end
   * @returns undefined if no such shop answers there
   */
  read(reader: PoliteReader, base: string): Promise<AsyncIterable<OldProduct> | undefined>;
}
