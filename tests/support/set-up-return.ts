import { randomUUID } from "node:crypto";
import type { Database } from "#database/connect.ts";

/** An accepted return with a label, of an order that is in any state. @returns its id */
export async function setUpReturn(db: Database, orderNumber: string) {
  const id = randomUUID();
  const { id: orderId } = await db
    .selectFrom("orders")
    .select("id")
    .where("orderNumber", "=", orderNumber)
    .executeTakeFirstOrThrow();
  const texts = { items: "[]", comment: "", answer: "", labelName: "label.pdf" };
  await db
    .insertInto("returnRequests")
    .values({ id, orderId, kind: "return", state: "accepted", ...texts, createdAt: 1 })
    .execute();
  const content = Buffer.from("%PDF-1.7\ntrailer\n%%EOF\n");
  await db.insertInto("returnLabels").values({ returnId: id, content, object: null }).execute();
  return id;
}
