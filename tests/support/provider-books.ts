import { DatabaseSync } from "node:sqlite";

/** What is written down of an answer, so that the same request gets it again. */
export interface KeptAnswer {
  /** The request, with all that it asked for. */
  request: string;
  status: number;
  body: string;
}

export interface Delivery {
  id: number;
  eventId: string;
  attempts: number;
}

/** All that the stand-in for a payment provider knows, in a SQLite file: a kill loses nothing that it has answered. */
export function openProviderBooks<Kinds extends { [Kind in keyof Kinds]: { id: string } }>(file: string) {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists objects (position integer primary key, id text unique, kind text, body text);
    create table if not exists answers (key text primary key, request text, status integer, body text);
    create table if not exists deliveries (id integer primary key, eventId text, dueAt integer, attempts integer default 0);
  `);
  const save = db.prepare(`
    insert into objects (id, kind, body) values (?, ?, ?)
    on conflict (id) do update set body = excluded.body`);
  const find = db.prepare("select body from objects where kind = ? and id = ?");
  const remove = db.prepare("delete from objects where kind = ? and id = ?");
  const list = db.prepare("select body from objects where kind = ? order by position");
  const listLatest = db.prepare("select body from objects where kind = ? order by position desc limit ?");
  const keep = db.prepare("insert into answers (key, request, status, body) values (?, ?, ?, ?)");
  const findKept = db.prepare("select request, status, body from answers where key = ?");
  const plan = db.prepare("insert into deliveries (eventId, dueAt) values (?, ?)");
  const readDue = db.prepare("select id, eventId, attempts from deliveries where dueAt <= ? order by dueAt, id");
  const postpone = db.prepare("update deliveries set attempts = attempts + 1, dueAt = ? where id = ?");
  const end = db.prepare("delete from deliveries where id = ?");
  const count = db.prepare("select count(*) as count from deliveries");

  return {
    /** Does all of some work, or nothing of it. */
    atOnce<Result>(work: () => Result) {
      db.exec("begin immediate");
      try {
        const result = work();
        db.exec("commit");
        return result;
      } catch (error) {
        db.exec("rollback");
        throw error;
      }
    },
    save: <Kind extends keyof Kinds & string>(kind: Kind, object: Kinds[Kind]) => {
      save.run(object.id, kind, JSON.stringify(object));
      return object;
    },
    find: <Kind extends keyof Kinds & string>(kind: Kind, id: string): Kinds[Kind] | undefined => {
      const row = find.get(kind, id);
      return row && JSON.parse(String(row.body));
    },
    list: <Kind extends keyof Kinds & string>(kind: Kind): Kinds[Kind][] =>
      list.all(kind).map(({ body }) => JSON.parse(String(body))),
    /** @returns whether there was one */
    remove: (kind: keyof Kinds & string, id: string) => Number(remove.run(kind, id).changes) > 0,
    /** The newest first. */
    latest: <Kind extends keyof Kinds & string>(kind: Kind, limit: number): Kinds[Kind][] =>
      listLatest.all(kind, limit).map(({ body }) => JSON.parse(String(body))),
    keepAnswer: (key: string, { request, status, body }: KeptAnswer) => void keep.run(key, request, status, body),
    findAnswer: (key: string) => findKept.get(key) as unknown as KeptAnswer | undefined,
    /** Providers forget their answers some time later. */
    forgetAnswers: () => db.exec("delete from answers"),
    planDelivery: (eventId: string, dueAt: number) => void plan.run(eventId, dueAt),
    dueDeliveries: (now: number) => readDue.all(now) as unknown as Delivery[],
    postpone: (id: number, dueAt: number) => void postpone.run(dueAt, id),
    endDelivery: (id: number) => void end.run(id),
    countDeliveries: () => Number(count.get()?.count),
    close: () => db.close(),
  };
}

const taken = new WeakMap<object, number>();

/** Those of a list that only grows that are new since the last call. @param books whose list it is */
export function takeNew<Item>(books: object, list: Item[]) {
  const before = taken.get(books) ?? 0;
  taken.set(books, list.length);
  return list.slice(before);
}
