import { sql } from "kysely";
import { type Database, engineOf, takeTurn } from "#database/connect.ts";
import { booleanValue, timeValue } from "#database/engine-values.ts";
import { logChange } from "../changes/change-log.ts";
import { payloadField } from "../jobs/claim-job.ts";
import { queueMail } from "../jobs/mail-queue.ts";
import type { ShopDatabase } from "../shop.ts";
import { AccountError } from "./account-error.ts";
import { type Person, personalTables } from "./personal-data.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Deletes a customer's account: all that the shop knows of them goes at once, except what it must keep of orders (`personal-data.ts`). Their name and
 * email stay with these, so that open orders are finished and can be returned. See docs/decisions/0327.
 *
 * @param actor the owner who does it for the customer, for the activity log; undefined for the customer
 * @returns false if there is no such account
 * @throws AccountError HAS_ROLE
 */
export async function deleteAccount({ db, now }: Context, uid: string, actor?: string) {
  const isDeleted = await db.transaction().execute((trx) => deleteData(trx, uid, actor, now()));
  // Its own transaction sees an order that the first one waited for.
  if (isDeleted) await removeUnneeded(db, uid);
  return isDeleted;
}

async function deleteData(transaction: Database, uid: string, actor: string | undefined, now: Date) {
  // Roles are given in turns too.
  await takeTurn(transaction, "owners");
  await awaitOrders(transaction, uid);
  const found = await transaction
    .updateTable("customers")
    .set({ deletedAt: now.getTime() })
    .where("uid", "=", uid)
    .where("deletedAt", "is", null)
    .returning("email")
    .executeTakeFirst();
  if (!found) return false;
  const role = await transaction.selectFrom("owners").select("role").where("uid", "=", uid).executeTakeFirst();
  if (role) throw new AccountError("HAS_ROLE");
  const person = await readPerson(transaction, uid, found.email);
  for (const [table, { fate, rows }] of Object.entries(personalTables)) {
    if (fate !== "deleted") continue;
    await sql`delete from ${sql.table(table)} where ${rows(person)}`.execute(transaction);
  }
  await dropMails(transaction, found.email);
  await clearProfile(transaction, uid, now);
  await queueMail(transaction, { kind: "accountDeleted", recipient: found.email }, now);
  if (actor) await logChange(transaction, { actor, kind: "customer", subject: uid, action: "deleted" }, now);
  return true;
}

/** Waits for orders under way. Later ones find the account deleted. SQLite has one writer anyway. See docs/decisions/0352. */
async function awaitOrders(transaction: Database, uid: string) {
  if (engineOf(transaction) === "sqlite") return;
  await transaction.selectFrom("customers").select("uid").where("uid", "=", uid).forUpdate().execute();
}

/** Whose data is under an account, with its email once the mailbox has confirmed it. */
export async function readPerson(db: Database, uid: string, email: string): Promise<Person> {
  const user = await db.selectFrom("user").select("emailVerified").where("id", "=", uid).executeTakeFirst();
  return { uid, email: user?.emailVerified ? email : "" };
}

/** Removes the mails to a customer that wait, other than those about orders. */
async function dropMails(transaction: Database, email: string) {
  await transaction
    .deleteFrom("jobs")
    .where("kind", "=", "mail")
    .where(payloadField(transaction, "recipient"), "=", email)
    .where(payloadField(transaction, "kind"), "not in", ["order", "orderStep"])
    .execute();
}

/** The email is free for a new account. */
async function clearProfile(transaction: Database, uid: string, now: Date) {
  const engine = engineOf(transaction);
  await transaction
    .updateTable("user")
    .set({ name: "", email: `${uid}@deleted.invalid`, emailVerified: booleanValue(engine, false), image: null })
    .set({ updatedAt: timeValue(engine, now) })
    .where("id", "=", uid)
    .execute();
  await transaction
    .updateTable("customers")
    .set({ dateOfBirth: "", street: "", city: "", zipCode: "", country: "", profilePicture: null })
    .where("uid", "=", uid)
    .execute();
}

/** Removes what is left of deleted accounts that no order needs. @param uid of one only */
export async function removeUnneeded(db: Database, uid?: string) {
  const deleted = db
    .selectFrom("customers")
    .select("uid")
    .where("deletedAt", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("orders").select("orders.id").whereRef("orders.userId", "=", "customers.uid"))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("pastOrders").select("pastOrders.id").whereRef("pastOrders.email", "=", "customers.email")),
      ),
    )
    .$if(uid !== undefined, (query) => query.where("uid", "=", uid as string));
  await db.deleteFrom("user").where("id", "in", deleted).execute();
}
