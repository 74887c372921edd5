import { setTimeout as sleep } from "node:timers/promises";
import type { UpdateObject } from "kysely";
import { type Database, lockTable } from "#database/connect.ts";
import type { Schema } from "#database/schema.ts";
import type { JobHandler } from "../../jobs/job-kinds.ts";
import { fetchSafely, type OutboundAnswer } from "../../outbound/fetch-safely.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { retryAfterMs } from "../../outbound/retry-after.ts";
import {
  OtherFileError,
  PictureError,
  PicturesBusyError,
  pictureMessages,
  sentPictures,
} from "../../pictures/picture-rules.ts";
import { StorageUnavailableError } from "../../pictures/storage/object-store.ts";
import { uploadPicture } from "../../pictures/uploaded-pictures.ts";
import type { Shop } from "../../shop.ts";
import { isShown, showFetched } from "./show-fetched.ts";

const otherFile = "This isn't a .jpg, .jpeg, .png or .webp picture";
/** Of one site. */
const mostAtOnce = 2;
/** Between two requests to a site. */
const paceMs = 250;
/** Until storage that can't take pictures is tried again. */
const storagePauseMs = 60_000;
/** Then pictures of other sites get their turn. */
const turnMs = 20_000;
/** After each failure of a picture. */
const retryDelays = [10_000, 60_000, 5 * 60_000];
/** After each failure of a site, which answers nothing now. */
const siteRetryDelays = [10_000, 60_000, 5 * 60_000, 15 * 60_000];

type Context = Pick<Shop, "db" | "now" | "settings" | "pictureFiles">;
type Waiting = Awaited<ReturnType<typeof readDue>>[number];

/** The whole site can't be asked now. */
class SiteBusyError extends Error {
  override name = "SiteBusyError";
  /** How long it wants to be left alone; undefined if it doesn't say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** This picture can't be had now. */
class TryLaterError extends Error {
  override name = "TryLaterError";
}

/**
 * Fetches the waiting pictures of one site into the shop, two at a time. The pictures themselves say what is left, so a process that
 * dies leaves the rest to another one. See docs/decisions/0206.
 */
export function createPictureFetchHandler(context: Context): JobHandler<"pictureFetches"> {
  const { db, now } = context;
  return {
    async run({ payload: { origin } }, signal) {
      const end = performance.now() + turnMs;
      do {
        const due = await readDue(db, origin, now());
        if (due.length === 0) return nextRun(db, origin);
        const pauseMs = await fetchSome(context, due, signal);
        await showFetched(db, origin, now());
        if (pauseMs !== undefined) return { runAt: new Date(now().getTime() + pauseMs) };
        await sleep(paceMs, undefined, { signal });
      } while (performance.now() < end);
      return { runAt: now() };
    },
    retryDelays: siteRetryDelays,
    onFinalFailure: ({ origin }) => giveUp(db, origin),
    isAboutOneJob: (error) => error instanceof SiteBusyError,
    failureMessage: ({ origin }) => `Pictures of ${origin} not fetched`,
  };
}

function readDue(db: Database, origin: string, now: Date) {
  return db
    .selectFrom("pictureFetches")
    .select(["id", "source", "attempts"])
    .where("origin", "=", origin)
    .where("state", "=", "waiting")
    .where("runAt", "<=", now.getTime())
    .orderBy("runAt")
    .orderBy("id")
    .limit(mostAtOnce)
    .execute();
}

/** When a picture of the site is to be tried again. */
async function nextRun(db: Database, origin: string) {
  const waiting = db.selectFrom("pictureFetches").where("origin", "=", origin).where("state", "=", "waiting");
  const { next } = await waiting.select((eb) => eb.fn.min("runAt").as("next")).executeTakeFirstOrThrow();
  return next === null ? undefined : { runAt: new Date(Number(next)) };
}

/** @returns how long the site wants to be left alone @throws SiteBusyError if it doesn't say */
async function fetchSome(context: Context, due: Waiting[], signal: AbortSignal) {
  const results = await Promise.allSettled(due.map((picture) => fetchOne(context, picture, signal)));
  const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const other = failures.find((error) => !(error instanceof SiteBusyError));
  if (other) throw other;
  const [busy]: SiteBusyError[] = failures;
  if (busy && busy.retryAfterMs === undefined) throw busy;
  return busy?.retryAfterMs;
}

async function fetchOne(context: Context, picture: Waiting, signal: AbortSignal) {
  const { db, now } = context;
  if (!(await isShown(db, picture)) && (await forget(db, picture))) return;
  try {
    const answer = await fetchSafely(picture.source, {
      mostBytes: sentPictures.largest,
      accept: "image/webp,image/jpeg,image/png",
      allowedPrivateHosts: context.settings.allowedPrivateHosts,
      signal,
    });
    const content = contentOf(answer);
    const hosted = await uploadPicture(context, content, "square", signal);
    await save(db, picture.id, { state: "fetched", picture: hosted, problem: null });
  } catch (error) {
    signal.throwIfAborted();
    // The picture isn't at fault, so this isn't counted.
    if (error instanceof StorageUnavailableError) throw new SiteBusyError(error.message, storagePauseMs);
    await saveFailure(db, picture, error as Error, now());
    if (error instanceof SiteBusyError) throw error;
    if (error instanceof OutboundError && error.problem === "unreachable") throw new SiteBusyError(error.message);
  }
}

/** @throws PictureError, SiteBusyError, TryLaterError */
function contentOf({ status, headers, content }: OutboundAnswer) {
  const problem = `The site answers ${status}`;
  if (status === 429 || status === 503) throw new SiteBusyError(problem, retryAfterMs(headers["retry-after"]));
  if (status === 408 || status >= 500) throw new TryLaterError(problem);
  if (status !== 200) throw new PictureError(problem);
  return content;
}

/** @throws an error that isn't the picture's */
async function saveFailure(db: Database, { id, attempts }: Waiting, error: Error, now: Date) {
  const isTooLarge = error instanceof OutboundError && error.problem === "tooLarge";
  const isOther = error instanceof OtherFileError;
  const problem = isTooLarge ? pictureMessages.sentSize : isOther ? otherFile : error.message;
  const isFinal = error instanceof PictureError || (error instanceof OutboundError && isPermanent(error));
  const isKnown =
    isFinal || [OutboundError, SiteBusyError, TryLaterError, PicturesBusyError].some((kind) => error instanceof kind);
  if (!isKnown) throw error;
  const delay = isFinal ? undefined : retryDelays[attempts];
  await save(db, id, {
    ...{ problem, attempts: attempts + 1 },
    ...(delay === undefined ? { state: "failed" } : { runAt: now.getTime() + delay }),
  });
}

function isPermanent({ problem }: OutboundError) {
  return problem !== "unreachable";
}

type Change = UpdateObject<Pick<Schema, "pictureFetches">, "pictureFetches">;

async function save(db: Database, id: string, change: Change) {
  await db.updateTable("pictureFetches").set(change).where("id", "=", id).execute();
}

/** Leaves a picture out that no product shows any more, unless an import has brought it back. @returns whether it was left out */
function forget(db: Database, picture: Waiting) {
  return db.transaction().execute(async (trx) => {
    await lockTable(trx, "products");
    if (await isShown(trx, picture)) return false;
    await trx.deleteFrom("pictureFetches").where("id", "=", picture.id).execute();
    return true;
  });
}

async function giveUp(db: Database, origin: string) {
  await db
    .updateTable("pictureFetches")
    .set((eb) => ({ state: "failed", problem: eb.fn.coalesce("problem", eb.val("The site can't be reached")) }))
    .where("origin", "=", origin)
    .where("state", "=", "waiting")
    .execute();
}
