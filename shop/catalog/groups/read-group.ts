import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { isStorableText } from "../../forms/validate.ts";
import { toProduct } from "../fields/product-row.ts";
import { usualRow } from "../pricing/usual-price.ts";
import type { Product } from "../product.ts";
import { readDraft } from "../products/draft-products.ts";
import type { ProductStatus } from "../products/read-any-product.ts";
import { doubtsAbout } from "./group-doubts.ts";
import { inOrderOf, valuesByOption } from "./order-siblings.ts";

/** A product of a group, with its usual prices during a sale. */
export interface Sibling {
  product: Product;
  status: ProductStatus;
  /** Of an active product. */
  row?: ProductsTable;
  /** A draft's place among all drafts. */
  draftPosition?: number;
}

/** All that a group has: its active products in the catalog's order, then its drafts in the order in which their values were listed, then what is archived. */
export async function readSiblings(db: Database, group: string): Promise<Sibling[]> {
  if (!isStorableText(group)) return [];
  const active = await db.selectFrom("products").selectAll().where("group", "=", group).orderBy("position").execute();
  const drafts = await db
    .selectFrom("draftProducts")
    .select(["content", "position"])
    .where("group", "=", group)
    .orderBy("position")
    .orderBy("titleKey")
    .orderBy("id")
    .execute();
  const archived = await db
    .selectFrom("archivedProducts")
    .selectAll()
    .where("group", "=", group)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const sold = active.map((row): Sibling => ({ product: toProduct(usualRow(row)), status: "active", row }));
  const prepared = drafts.map(({ content, position }) => {
    const product: Product = JSON.parse(content);
    return { product, options: product.options, draftPosition: Number(position) };
  });
  const listed = valuesByOption([...sold.map(({ product }) => product), ...prepared]);
  return [
    ...sold,
    ...inOrderOf(prepared, listed).map(
      ({ product, draftPosition }): Sibling => ({ product, status: "draft", draftPosition }),
    ),
    ...archived.map(
      ({ archivedAt: _, ...row }): Sibling => ({ product: toProduct(usualRow(row)), status: "archived" }),
    ),
  ];
}

/** One product, active or a draft; undefined if there is none with that ID. */
export async function readSibling(db: Database, id: string): Promise<Sibling | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db.selectFrom("products").selectAll().where("id", "=", id).executeTakeFirst();
  if (row) return { product: toProduct(usualRow(row)), status: "active", row };
  const draft = await readDraft(db, id);
  return draft && { product: draft, status: "draft" };
}

/** All that a group has, locked until the transaction ends. */
export async function lockSiblings(transaction: Database, group: string) {
  if (engineOf(transaction) === "postgres" && isStorableText(group)) {
    // In the order in which orders lock products, so that neither waits for the other.
    const inOrder = sql`id collate "C"`;
    await transaction
      .selectFrom("products")
      .select("id")
      .where("group", "=", group)
      .orderBy(inOrder)
      .forUpdate()
      .execute();
    await transaction
      .selectFrom("draftProducts")
      .select("id")
      .where("group", "=", group)
      .orderBy(inOrder)
      .forUpdate()
      .execute();
  }
  return readSiblings(transaction, group);
}

/** What looks like a mistake among those that are or will be in the shop. */
export function doubtsIn(siblings: Sibling[]) {
  return doubtsAbout(siblings.filter(({ status }) => status !== "archived").map(({ product }) => product));
}
