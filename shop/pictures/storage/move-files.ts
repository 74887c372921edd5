import type { Database } from "#database/connect.ts";
import { changeFile, countFiles, type FileRow, readFileRows } from "./file-rows.ts";
import { saveLeft } from "./left-storage.ts";
import type { PictureFiles, StoredFile } from "./picture-files.ts";

interface Context {
  db: Database;
  pictureFiles: PictureFiles;
}

/** What became of the files that were to move. */
export interface Moved {
  moved: number;
  /** The keys of objects that the storage has lost. Their rows stay as they are. */
  lost: string[];
}

/** Told how many of all files are done. */
type Track = (done: number, all: number) => void;

/**
 * Moves all picture files into the shop's S3-compatible storage, while the shop runs. Each row changes once its object is there, so it may
 * be killed at any time and started again. New files go there too.
 *
 * @throws StorageUnavailableError
 */
export async function moveToStorage({ db, pictureFiles }: Context, track: Track): Promise<Moved> {
  const { objects } = pictureFiles;
  if (!objects) return { moved: 0, lost: [] };
  await saveLeft(db, objects.base, false);
  const { signal } = new AbortController();
  return moveAll(db, "row", track, ({ name, content }) => pictureFiles.keep(name, content, signal));
}

/** Moves all picture files into the database, as `moveToStorage` does. A job removes the objects a day later. */
export async function moveToDatabase({ db, pictureFiles }: Context, track: Track): Promise<Moved> {
  const { objects } = pictureFiles;
  if (objects) await saveLeft(db, objects.base, true);
  return bringToRows(db, pictureFiles, track);
}

/** Gives the rows of any database, such as a backup, the bytes that they name. */
export function bringToRows(db: Database, pictureFiles: PictureFiles, track: Track = () => {}): Promise<Moved> {
  return moveAll(db, "object", track, async ({ object, content }) => {
    const found = await pictureFiles.read({ object, content });
    return found && { content: found, object: null };
  });
}

async function moveAll(
  db: Database,
  from: "object" | "row",
  track: Track,
  move: (row: FileRow) => Promise<StoredFile | undefined>,
): Promise<Moved> {
  const all = (await countFiles(db))[from];
  for (let total = 0; ; ) {
    const { moved, lost } = await moveOnce(db, from, (done) => track(total + done, Math.max(all, total + done)), move);
    total += moved;
    // Others may have saved files where they were before while this looked elsewhere.
    if (moved === 0) return { moved: total, lost };
  }
}

async function moveOnce(
  db: Database,
  from: "object" | "row",
  track: (done: number) => void,
  move: (row: FileRow) => Promise<StoredFile | undefined>,
): Promise<Moved> {
  const lost: string[] = [];
  let moved = 0;
  for await (const rows of readFileRows(db, from)) {
    const files = await Promise.all(rows.map(move));
    for (const [at, row] of rows.entries()) {
      const file = files[at];
      if (!file) lost.push(row.object ?? "");
      else if (await changeFile(db, row, file)) moved++;
    }
    track(moved + lost.length);
  }
  return { moved, lost };
}
