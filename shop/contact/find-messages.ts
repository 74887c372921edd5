import { type Database, engineOf } from "#database/connect.ts";
import { containsWord, splitWords } from "../text/match-words.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { correctOrderNumber } from "../values/order-number.ts";
import { readAnswers } from "./answer-message.ts";

export const messageStates = ["open", "done", "all"] as const;

export interface MessageSearch {
  /** Each word is part of a name, the email, the subject or the order number. */
  text?: string | undefined;
  state: (typeof messageStates)[number];
  sort: "newest" | "oldest";
  /** On SQLite, which has no index of texts' parts, only so many are looked through: the first ones by the sort. */
  among?: number;
  after?: MessageCursor | undefined;
  limit: number;
}

/** The last message of the page before. `submittedAt` is in milliseconds since 1970 (UTC). */
export interface MessageCursor {
  id: number;
  submittedAt: number;
}

/** One page of messages. @returns `next` is the cursor of the next page; undefined on the last one */
export async function findMessages(db: Database, { text, state, sort, among, after, limit }: MessageSearch) {
  const [direction, behind] = sort === "newest" ? (["desc", "<"] as const) : (["asc", ">"] as const);
  const all = db.selectFrom("contactMessages").selectAll();
  const first = among === undefined || engineOf(db) === "postgres" ? undefined : among;
  const searched =
    first === undefined ? all : all.orderBy("submittedAt", direction).orderBy("id", direction).limit(first);
  let query = db
    .selectFrom(searched.as("contactMessages"))
    .select(["id", "firstName", "lastName", "email", "subject", "orderNumber", "submittedAt", "doneAt"])
    .orderBy("submittedAt", direction)
    .orderBy("id", direction)
    .limit(limit + 1);
  if (state !== "all") query = query.where("doneAt", state === "open" ? "is" : "is not", null);
  if (after)
    query = query.where((eb) => eb(eb.refTuple("submittedAt", "id"), behind, eb.tuple(after.submittedAt, after.id)));
  for (const word of splitWords(text ?? "")) query = query.where(containsWord(db, word, ["searchKey"]));
  const found = await query.execute();
  const messages = found.slice(0, limit);
  return { messages, next: found.length > limit ? messages.at(-1) : undefined };
}

const mostAboutOrder = 20;

/** The newest messages that name an order. */
export function readMessagesAbout(db: Database, orderNumber: string) {
  return db
    .selectFrom("contactMessages")
    .select(["id", "firstName", "lastName", "subject", "submittedAt", "doneAt"])
    .where("orderNumber", "=", orderNumber)
    .orderBy("submittedAt", "desc")
    .orderBy("id", "desc")
    .limit(mostAboutOrder)
    .execute();
}

/** A message with its answers, the customer who has its email, and the order it names, if they exist. */
export async function readMessage(db: Database, messageId: number) {
  const message = await db.selectFrom("contactMessages").selectAll().where("id", "=", messageId).executeTakeFirst();
  if (!message) return undefined;
  const customer = await db
    .selectFrom("user")
    .innerJoin("customers", "customers.uid", "user.id")
    .select("uid")
    .where("user.email", "=", normalizeEmail(message.email))
    .executeTakeFirst();
  const order = await db
    .selectFrom("orders")
    .select(["orderNumber", "userId"])
    .where("orderNumber", "=", await correctOrderNumber(db, message.orderNumber ?? ""))
    .executeTakeFirst();
  return {
    ...message,
    answers: await readAnswers(db, messageId),
    customerUid: customer?.uid,
    order: order && {
      orderNumber: order.orderNumber,
      /** Whether the order belongs to the customer with the message's email. */
      isSenders: order.userId === customer?.uid,
    },
  };
}
