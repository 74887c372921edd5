import type { Database } from "#database/connect.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Formats } from "../../values/locale.ts";
import { formatNumber } from "../../values/written-numbers.ts";
import { fetchFrom } from "./ask-for-pictures.ts";

const failuresShown = 50;
const dayMs = 24 * 60 * 60_000;
const failuresKeptMs = 30 * dayMs;

/** How far fetching the pictures of imported products has come. */
export interface PictureProgress {
  fetched: number;
  waiting: number;
  failed: number;
  /** The first that failed, with the first of the products that show them. */
  failures: { productId: string; title: string; source: string; problem: string }[];
}

/** The progress since the oldest picture was asked for that isn't fetched; undefined if all were, more than a day ago. */
export async function readPictureProgress(db: Database, now: Date): Promise<PictureProgress | undefined> {
  const open = db.selectFrom("pictureFetches").where("state", "<>", "fetched");
  const { oldest } = await open.select((eb) => eb.fn.min("askedAt").as("oldest")).executeTakeFirstOrThrow();
  const since = Math.min(now.getTime() - dayMs, Number(oldest ?? Number.POSITIVE_INFINITY));
  const counts = await db
    .selectFrom("pictureFetches")
    .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
    .where("askedAt", ">=", since)
    .groupBy("state")
    .execute();
  if (counts.length === 0) return undefined;
  const countOf = (wanted: string) => Number(counts.find(({ state }) => state === wanted)?.count ?? 0);
  return {
    ...{ fetched: countOf("fetched"), waiting: countOf("waiting"), failed: countOf("failed") },
    failures: await readFailures(db),
  };
}

async function readFailures(db: Database): Promise<PictureProgress["failures"]> {
  const rows = await db
    .selectFrom("pictureFetches")
    .leftJoin("pictureFetchUses", "fetchId", "pictureFetches.id")
    .leftJoin("products", "products.id", "productId")
    .select((eb) => [
      "source",
      eb.fn.max("problem").as("problem"),
      eb.fn.min("productId").as("productId"),
      eb.fn.min("title").as("title"),
    ])
    .where("state", "=", "failed")
    .groupBy("source")
    .orderBy("productId")
    .orderBy("source")
    .limit(failuresShown)
    .execute();
  return rows.map(({ source, problem, productId, title }) => ({
    ...{ source, problem: problem ?? "", productId: productId ?? "", title: title ?? "" },
  }));
}

/** "312 of 400 pictures fetched, 3 failed" */
export function progressInWords({ fetched, waiting, failed }: PictureProgress, formats: Formats) {
  const all = fetched + waiting + failed;
  const told = `${formatNumber(fetched, formats)} of ${formatNumber(all, formats)} ${all === 1 ? "picture" : "pictures"} fetched`;
  return failed > 0 ? `${told}, ${formatNumber(failed, formats)} failed` : told;
}

/** Tries all failed pictures again. @returns how many there are */
export function retryPictures({ db, now }: Pick<ShopDatabase, "db" | "now">) {
  return db.transaction().execute(async (trx) => {
    const time = now().getTime();
    const failed = await trx
      .updateTable("pictureFetches")
      .set({ state: "waiting", attempts: 0, problem: null, runAt: time, askedAt: time })
      .where("state", "=", "failed")
      .returning("origin")
      .execute();
    await fetchFrom(trx, new Set(failed.map(({ origin }) => origin)), now());
    return failed.length;
  });
}

/** Forgets pictures that failed a month ago. */
export async function removeOldFetches(db: Database, now: Date) {
  await db
    .deleteFrom("pictureFetches")
    .where("state", "=", "failed")
    .where("askedAt", "<", now.getTime() - failuresKeptMs)
    .execute();
}
