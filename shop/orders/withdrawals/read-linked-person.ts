import type { Database } from "#database/connect.ts";

/**
 * Who may have the link of an order's email: the order's customer, at the address that the email went to. A later address isn't theirs to see who has
 * the former mailbox.
 */
export async function readLinkedPerson(db: Database, orderNumber: string) {
  const person = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .innerJoin("sentMails", "sentMails.orderId", "orders.id")
    .select(["customers.firstname", "customers.lastname", "sentMails.recipient"])
    .where("orders.orderNumber", "=", orderNumber)
    .where("sentMails.kind", "=", "order")
    .orderBy("sentMails.id")
    .limit(1)
    .executeTakeFirst();
  return person && { name: `${person.firstname} ${person.lastname}`.trim(), email: person.recipient };
}
