import { type Database, engineOf } from "#database/connect.ts";
import type { Shop } from "../shop.ts";
import { decodeApart } from "./decode-apart.ts";
import { sizesOf } from "./picture-sizes.ts";
import { addFile, readSizes } from "./product-pictures.ts";

/** How long a process may take for one size. Then others take the picture over, as it seems to have died. */
const claimLengthMs = 2 * 60_000;
/** Of one size; it is made when nobody else wants the processor. */
const limits = { clockMs: 90_000, processorMs: 30_000 };
/** How long a picture waits after each failure; one that failed once more stays as it is. */
const pausesMs = [10_000, 60_000, 10 * 60_000, 60 * 60_000];

type Context = Pick<Shop, "db" | "now" | "log">;
type Claimed = NonNullable<Awaited<ReturnType<typeof claimDue>>>;

/**
 * Makes the sizes of all pictures that are due, one after the other, beside what people wait for.
 *
 * @param ending stops it; what is missing is made later
 */
export async function makeDueSizes(shop: Context, ending: AbortSignal) {
  while (!ending.aborted) {
    const picture = await claimDue(shop.db, shop.now());
    if (!picture) return;
    try {
      await makeSizes(shop, picture, ending);
    } catch (error) {
      await putOff(shop, picture, ending.aborted);
      if (!ending.aborted) shop.log("A picture's sizes could not be made", error);
    }
  }
}

/** Claims the picture that has been due for longest. No two processes get the same. */
async function claimDue(db: Database, now: Date) {
  const time = now.getTime();
  const due = db.selectFrom("productPictures").select("id").where("dueAt", "<=", time).limit(1);
  // Looking keeps nobody waiting, as writing does: mostly nothing is due.
  if (!(await due.executeTakeFirst())) return undefined;
  const oldest = due.orderBy("dueAt").orderBy("id");
  return db
    .with("due", () => (engineOf(db) === "postgres" ? oldest.forUpdate().skipLocked() : oldest))
    .updateTable("productPictures")
    .set((eb) => ({ dueAt: time + claimLengthMs, attempts: eb("attempts", "+", 1) }))
    .where("id", "in", (eb) => eb.selectFrom("due").select("id"))
    .returning(["id", "side", "master", "attempts"])
    .executeTakeFirst();
}

async function makeSizes({ db, now }: Context, { id, side, master }: Claimed, ending: AbortSignal) {
  const made = await readSizes(db, id);
  const missing = sizesOf(side).filter(
    (size) => !made.some(({ format, width }) => format === size.format && width === size.width),
  );
  for (const size of missing) {
    if (!master) break;
    await setDue(db, id, now().getTime() + claimLengthMs);
    await addFile(db, id, size, await decodeApart({ make: "size", ...size }, new Uint8Array(master), ending, limits));
  }
  await db.updateTable("productPictures").set({ dueAt: null, master: null }).where("id", "=", id).execute();
}

/** What the process was stopped at is due at once, and is no failure. What failed too often stays with the sizes that it has. */
async function putOff({ db, now }: Context, { id, attempts }: Claimed, wasStopped: boolean) {
  const pause = wasStopped ? 0 : pausesMs[attempts - 1];
  if (pause !== undefined) return setDue(db, id, now().getTime() + pause);
  await db.updateTable("productPictures").set({ dueAt: null, master: null }).where("id", "=", id).execute();
}

async function setDue(db: Database, id: string, dueAt: number) {
  await db.updateTable("productPictures").set({ dueAt }).where("id", "=", id).execute();
}
