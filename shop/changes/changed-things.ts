import type { Database } from "#database/connect.ts";
import type { Product } from "../catalog/product.ts";
import { fullTitle, readOptions } from "../values/product-options.ts";
import { actOnManyOf } from "./acts-on-many.ts";
import type { Change } from "./change-log.ts";

/** Something that a change names, if it still exists. */
export interface ChangedThing {
  type: ThingType;
  name: string;
  /** By which its screen knows it. */
  key: string;
}

type Finder = (db: Database, subjects: string[]) => Promise<Named[]>;
type Named = readonly [subject: string, thing: Pick<ChangedThing, "name" | "key">];

const finders = {
  product: findProducts,
  group: findGroups,
  category: findCategories,
  page: findPages,
  discount: findDiscounts,
  order: findOrders,
  message: findMessages,
  customer: findCustomers,
} satisfies Record<string, Finder>;

export type ThingType = keyof typeof finders;

type Logged = Pick<Change, "kind" | "action" | "subject">;

/** What the subject of a change names. That of others, such as the file of an import, names nothing that has a screen. */
function typeOf({ kind, action }: Pick<Change, "kind" | "action">): ThingType | undefined {
  if (kind === "product") {
    const many = actOnManyOf({ kind, action });
    if (!many) return "product";
    return many.subject === "group" ? "group" : undefined;
  }
  if (kind === "withdrawal") return "order";
  if (kind === "role" || kind === "sign-in") return "customer";
  return Object.hasOwn(finders, kind) ? (kind as ThingType) : undefined;
}

/** Finds what some changes name. @returns what tells it of each of them */
export async function findChangedThings(db: Database, changes: Logged[]) {
  const found = new Map<string, ChangedThing>();
  const named = changes.flatMap((change) => {
    const type = typeOf(change);
    return type ? [{ type, subject: change.subject }] : [];
  });
  for (const [type, some] of Map.groupBy(named, (each) => each.type)) {
    const subjects = [...new Set(some.map(({ subject }) => subject))];
    for (const [subject, thing] of await finders[type](db, subjects))
      found.set(`${type} ${subject}`, { type, ...thing });
  }
  return (change: Logged) => found.get(`${typeOf(change)} ${change.subject}`);
}

async function findProducts(db: Database, ids: string[]): Promise<Named[]> {
  const columns = ["id", "title", "options"] as const;
  const sold = await db.selectFrom("products").select(columns).where("id", "in", ids).execute();
  const archived = await db.selectFrom("archivedProducts").select(columns).where("id", "in", ids).execute();
  const drafts = await db.selectFrom("draftProducts").select(["id", "content"]).where("id", "in", ids).execute();
  return [
    ...[...sold, ...archived].map(({ id, title, options }) => {
      return [id, { name: fullTitle({ title, options: readOptions(options) }), key: id }] as const;
    }),
    ...drafts.map(({ id, content }) => [id, { name: fullTitle(JSON.parse(content) as Product), key: id }] as const),
  ];
}

async function findGroups(db: Database, groups: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("products").select("group").distinct().where("group", "in", groups).execute();
  return rows.flatMap(({ group }) => (group === null ? [] : [[group, { name: group, key: group }]]));
}

async function findCategories(db: Database, slugs: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("categories").select(["slug", "name"]).where("slug", "in", slugs).execute();
  return rows.map(({ slug, name }) => [slug, { name, key: slug }]);
}

async function findPages(db: Database, slugs: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("pages").select(["slug", "title"]).where("slug", "in", slugs).execute();
  return rows.map(({ slug, title }) => [slug, { name: title || slug, key: slug }]);
}

async function findDiscounts(db: Database, codes: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("discounts").select(["id", "code"]).where("code", "in", codes).execute();
  return rows.map(({ id, code }) => [code, { name: code, key: String(id) }]);
}

async function findOrders(db: Database, numbers: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("orders").select("orderNumber").where("orderNumber", "in", numbers).execute();
  return rows.map(({ orderNumber }) => [orderNumber, { name: orderNumber, key: orderNumber }]);
}

async function findMessages(db: Database, ids: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("contactMessages").select("id").where("id", "in", ids.map(Number)).execute();
  return rows.map(({ id }) => [String(id), { name: String(id), key: String(id) }]);
}

async function findCustomers(db: Database, emails: string[]): Promise<Named[]> {
  const rows = await db.selectFrom("customers").select(["uid", "email"]).where("email", "in", emails).execute();
  return rows.map(({ uid, email }) => [email, { name: email, key: uid }]);
}
