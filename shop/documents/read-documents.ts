import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { isOrderNumber } from "../values/order-number.ts";
import { type DocumentContent, findCurrentInvoice } from "./document.ts";

/** An order's documents, the oldest first. */
export async function readOrderDocuments(db: Database, orderId: number): Promise<DocumentContent[]> {
  return (await selectDocuments(db, { orderId })).map(({ content }) => JSON.parse(content));
}

const selectDocuments = prepared<{ orderId: number }>()((db, value) =>
  db.selectFrom("documents").select("content").where("orderId", "=", value("orderId")).orderBy("orderEvent"),
);

/** Whose order's documents are read. */
interface Reader {
  /** Only if the order is this customer's. */
  userId?: string | undefined;
}

/** The documents of the order with a number, the oldest first; none if there is no such order. */
export async function readDocuments(db: Database, orderNumber: string, { userId }: Reader = {}) {
  if (!isOrderNumber(orderNumber)) return [];
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("orderNumber", "=", orderNumber)
    .$if(userId !== undefined, (query) => query.where("userId", "=", userId as string))
    .executeTakeFirst();
  return order ? readOrderDocuments(db, order.id) : [];
}

/** Finds one of an order's documents. @param number the invoice when it is null */
export function findDocument(documents: DocumentContent[], number: string | null): DocumentContent | undefined {
  return number === null ? findCurrentInvoice(documents) : documents.find((document) => document.number === number);
}

/** The document that was issued for an event of an order. */
export async function readDocumentOfEvent(
  db: Database,
  orderNumber: string,
  orderEvent: number,
): Promise<DocumentContent | undefined> {
  const document = await db
    .selectFrom("documents")
    .innerJoin("orders", "orders.id", "documents.orderId")
    .select("content")
    .where("orderNumber", "=", orderNumber)
    .where("orderEvent", "=", orderEvent)
    .executeTakeFirst();
  return document && JSON.parse(document.content);
}
