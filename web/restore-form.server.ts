import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { compareData, describeRestore } from "#shop/backups/describe-restore.ts";
import { busyProblem, claimRestore, keepRestore, readRestore, releaseRestore } from "#shop/backups/restores.ts";
import { beat, fullDiskProblem } from "#shop/backups/run-restore.ts";
import { hasBefore, needsBackupFirst, roomForRestore, startRestore } from "#shop/backups/start-restore.ts";
import { summarizeData } from "#shop/backups/summarize-data.ts";
import { storableText } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { type FileForm, readPostedFile } from "./posted-file.server.ts";

interface Upload {
  request: Request;
  /** Who restores, as the activity log has it. */
  actor: string;
  /** Lets the upload take hours. @returns a function that ends it */
  takeTime: () => () => void;
}

type Taken = { id: string; error?: undefined } | { id?: undefined; error: string; status: number };

const backupFirst = "Make a backup first: what the shop has now couldn't be brought back otherwise.";
const longestName = 100;
const megabyte = 1024 * 1024;

/**
 * Takes a form with a backup, whose check goes on after the answer; rows are replaced once someone confirms it. The form is read to its end even if it is refused, or browsers wouldn't show why.
 *
 * @returns the restore's id, or why nothing was changed
 * @throws 400 and 413 as `readPostedFile`
 */
export async function takeRestore(shop: Shop, upload: Upload): Promise<Taken> {
  const room = await roomForRestore(shop);
  if (Number(upload.request.headers.get("content-length") ?? 0) > room)
    return { error: tooLarge(room, shop), status: 413 };
  const isLost = await needsBackupFirst(shop);
  const id = isLost ? undefined : await claimRestore(shop, "");
  const problem = isLost ? backupFirst : id === undefined ? busyProblem : undefined;
  let folder: string | undefined;
  const removeFolder = async () => folder && (await rm(folder, { recursive: true, force: true }));
  const giveUp = async () => {
    await removeFolder();
    if (id !== undefined) await releaseRestore(shop.db, id);
  };
  try {
    folder = await mkdtemp(join(tmpdir(), "torg-restore-"));
    const path = join(folder, "backup.db");
    const file = await receive(shop, upload, { id, path, room, problem });
    if (problem === undefined && file && file.size > 0 && id !== undefined) {
      const fileName = nameOf(file.name);
      await keepRestore(shop, id, { state: "checking", fileName });
      void startRestore(shop, { id, file: path, fileName, actor: upload.actor, asksFirst: true })
        .finally(removeFolder)
        .catch((error) => shop.log("Uploaded backup not removed", error));
      return { id };
    }
    await giveUp();
    return { error: problem ?? "Choose a file.", status: problem === busyProblem ? 409 : 422 };
  } catch (error) {
    await giveUp();
    const fullDisk = fullDiskProblem(error);
    if (fullDisk === undefined) throw error;
    return { error: fullDisk, status: 507 };
  }
}

interface Place {
  /** The claimed restore. */
  id: string | undefined;
  path: string;
  /** Bytes of the largest form. */
  room: number;
  /** Why the file isn't kept. */
  problem: string | undefined;
}

async function receive(shop: Shop, { request, takeTime }: Upload, { id, path, room, problem }: Place) {
  const stopBeating = id === undefined ? undefined : beat(shop, id);
  const endTime = takeTime();
  try {
    const form: FileForm = await readPostedFile(request, path, {
      limit: room,
      async save(content, to) {
        if (problem === undefined) await pipeline(content, createWriteStream(to, { mode: 0o600 }));
        else await finished(content.resume());
      },
    });
    return form.file;
  } finally {
    endTime();
    await stopBeating?.();
  }
}

/** A browser's name of a file, for people: it is never a path here. */
function nameOf(name: string) {
  return storableText(basename(name)).slice(0, longestName) || "The file";
}

function tooLarge(room: number, { settings }: Pick<Shop, "settings">) {
  const most = formatNumber(Math.floor(room / megabyte), settings);
  return `The file is too large: this machine has room to restore ${most} MB.`;
}

/** The restore of an address, as people read it; while it waits, with what the file has beside what the shop has. */
export async function readShownRestore(shop: Shop, id: string | null) {
  const restore = id ? await readRestore(shop, id) : undefined;
  if (!restore) return undefined;
  const { offer, before } = restore.result;
  const canUndo = restore.state === "done" && hasBefore(before);
  const compared = offer && compareData(offer, await summarizeData(shop.db), shop.settings);
  return { ...describeRestore(restore, shop.settings), canUndo, compared };
}
