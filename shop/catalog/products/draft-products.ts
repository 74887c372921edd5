import { sql } from "kysely";
import { type Database, engineOf, lockTable } from "#database/connect.ts";
import { inAct } from "../../changes/acts.ts";
import { logChanges, type NewChange } from "../../changes/change-log.ts";
import { isStorableText } from "../../forms/validate.ts";
import { markUsed } from "../../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../../shop.ts";
import { patternOf } from "../../text/match-words.ts";
import { countUpTo } from "../../values/counted-rows.ts";
import { draftRow, picturesIn } from "../fields/draft-row.ts";
import { groupIn } from "../lists/find-products.ts";
import type { Product } from "../product.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

/** The draft that has an ID, or had it before its title changed; undefined when there is none. See docs/decisions/0137. */
export async function readDraft(db: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await draftWithId(db, id).executeTakeFirst();
  return row && JSON.parse(row.content);
}

/** Those of the drafts that exist, in the order of the IDs. */
export async function readDrafts(db: Database, ids: string[]): Promise<Product[]> {
  const storable = ids.filter(isStorableText);
  if (storable.length === 0) return [];
  const rows = await db.selectFrom("draftProducts").select(["id", "content"]).where("id", "in", storable).execute();
  const contentOf = new Map(rows.map(({ id, content }) => [id, content]));
  return [...new Set(storable)].flatMap((id) => {
    const content = contentOf.get(id);
    return content === undefined ? [] : [JSON.parse(content)];
  });
}

/** Reads a draft as `readDraft` does and locks it until the transaction ends. */
export async function lockDraft(transaction: Database, id: string): Promise<Product | undefined> {
  if (!isStorableText(id)) return undefined;
  const query = draftWithId(transaction, id);
  const row = await (engineOf(transaction) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
  return row && JSON.parse(row.content);
}

/** An open form of a copy knows the ID that the copy had then. */
function draftWithId(db: Database, id: string) {
  const made =
    engineOf(db) === "postgres"
      ? sql<string>`jsonb_array_elements_text("madeIds"::jsonb)`
      : sql<string>`value from json_each("madeIds")`;
  return db
    .selectFrom("draftProducts")
    .select("content")
    .where((eb) => eb.or([eb("id", "=", id), sql<boolean>`${id} in (select ${made})`]))
    .orderBy((eb) => eb.case().when("id", "=", id).then(0).else(1).end())
    .limit(1);
}

/** The IDs that a draft got from its titles, the current one last; undefined if its ID doesn't follow its title. */
export async function readMadeIds(db: Database, id: string): Promise<string[] | undefined> {
  const row = await db.selectFrom("draftProducts").select("madeIds").where("id", "=", id).executeTakeFirst();
  return row?.madeIds ? JSON.parse(row.madeIds) : undefined;
}

interface DraftOptions {
  now: Date;
  /** The IDs that the draft got from its titles, if its ID follows its title. */
  madeIds?: string[] | undefined;
}

/** Inserts a draft after all others, in a transaction that keeps other writers out of products. */
export async function insertDraft(transaction: Database, draft: Product, { now, madeIds }: DraftOptions) {
  await markUsed(transaction, [], picturesIn(draft), now);
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from "draftProducts")`;
  await transaction
    .insertInto("draftProducts")
    .values({ ...draftRow(draft, madeIds), position })
    .execute();
}

export async function updateDraft(
  transaction: Database,
  before: Product,
  after: Product,
  { now, madeIds }: DraftOptions,
) {
  await markUsed(transaction, picturesIn(before), picturesIn(after), now);
  await transaction.updateTable("draftProducts").set(draftRow(after, madeIds)).where("id", "=", before.id).execute();
}

/** Deletes a draft: shoppers never saw it. @returns whether there was such a draft */
export async function deleteDraft({ db, now }: Context, id: string, actor: string) {
  return inAct(db, async (trx) => {
    const draft = await lockDraft(trx, id);
    await dropDrafts(trx, draft ? [draft] : [], { actor, now: now() });
    return draft !== undefined;
  });
}

/** Deletes several drafts as one act, with one entry for them all in the log. @returns how many there were */
export async function deleteDrafts({ db, now }: Context, ids: string[], actor: string) {
  return inAct(db, async (trx) => {
    await lockTable(trx, "products");
    const drafts = await readDrafts(trx, ids);
    await dropDrafts(trx, drafts, { actor, now: now() });
    return drafts.length;
  });
}

async function dropDrafts(transaction: Database, drafts: Product[], { actor, now }: { actor: string; now: Date }) {
  if (drafts.length === 0) return;
  const ids = drafts.map(({ id }) => id);
  await markUsed(transaction, drafts.flatMap(picturesIn), [], now);
  await transaction.deleteFrom("draftProducts").where("id", "in", ids).execute();
  const isOne = drafts.length === 1;
  const entries = ids.map((subject): NewChange => {
    return { actor, kind: "product", subject, action: "draft deleted", isPart: !isOne };
  });
  const whole: NewChange = { actor, kind: "product", subject: String(drafts.length), action: "drafts deleted" };
  await logChanges(transaction, isOne ? entries : [...entries, whole], now);
}

/** One page of the drafts, by title; those with the same one in the order in which they were added. @param skip how many came before */
export async function findDrafts(
  db: Database,
  { text, skip, limit }: { text?: string | undefined; skip: number; limit: number },
) {
  const page = draftsMatching(db, text)
    .select("content")
    .orderBy("titleKey")
    .orderBy("position")
    .orderBy("id")
    .offset(skip)
    .limit(limit + 1);
  const rows = await page.execute();
  return {
    products: rows.slice(0, limit).map(({ content }): Product => JSON.parse(content)),
    next: rows.length > limit ? skip + limit : undefined,
  };
}

/** How many drafts a search finds, as `countUpTo` counts. */
export async function countDrafts(db: Database, text?: string) {
  const counted = db.selectNoFrom(countUpTo(db, draftsMatching(db, text).select("id")).as("drafts"));
  return Number((await counted.executeTakeFirstOrThrow()).drafts);
}

function draftsMatching(db: Database, text: string | undefined) {
  const query = db.selectFrom("draftProducts");
  const group = groupIn(text);
  if (group !== undefined) return query.where("group", "=", group);
  if (!text) return query;
  return query.where((eb) =>
    eb.or([eb("id", "=", text), sql<boolean>`"titleKey" like ${patternOf(text)} escape '\\'`]),
  );
}
