import { countFiles } from "#shop/pictures/storage/file-rows.ts";
import { isLeft } from "#shop/pictures/storage/left-storage.ts";
import { moveToDatabase, moveToStorage } from "#shop/pictures/storage/move-files.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { CommandError } from "./command.ts";
import { terminalText } from "./print.ts";
import { withBar } from "./progress-bar.ts";

const mostNamed = 20;

/** Where `pictures --move-to` can move picture files. */
export const picturePlaces = ["s3", "database"] as const;

/** Moves all picture files, with a progress bar on terminals. What was moved stays moved if it fails. */
export async function movePictures(shop: ShopDatabase, to: (typeof picturePlaces)[number]) {
  if (to === "s3" && !shop.settings.s3)
    throw new CommandError("Set S3_URL to the storage that pictures are to move to");
  const move = to === "s3" ? moveToStorage : moveToDatabase;
  const { moved, lost } = await withBar("Moving", (track) => move(shop, (done, all) => track(done / Math.max(all, 1))));
  console.log(`${files(moved)} moved to ${to === "s3" ? "S3" : "the database"}`);
  await printPicturePlaces(shop);
  reportLost(lost);
}

/** Prints where picture files are. A shop that has never had other storage has nothing to print. */
export async function printPicturePlaces({ db, settings, pictureFiles }: ShopDatabase) {
  const { object, row } = await countFiles(db);
  const base = pictureFiles.objects?.base;
  if (base === undefined && object === 0) return;
  console.log(`Picture files: ${number(row)} in the database, ${number(object)} in S3`);
  if (!settings.s3) console.log("S3_URL isn't set, so those in S3 can't be shown");
  else if (await isLeft(db, settings.s3.base)) {
    // An upload that began before the move may have ended after it.
    const next = object > 0 ? "pictures --move-to database moves the rest" : "Restart all processes without S3_URL";
    console.log(`New ones go into the database. ${next}`);
  } else if (row > 0) console.log("New ones go to S3. pictures --move-to s3 moves the rest");
}

/** Names the objects that storage has lost, and lets the command fail. */
export function reportLost(lost: string[]) {
  if (lost.length === 0) return;
  for (const key of lost.slice(0, mostNamed)) console.error(`S3 has no ${terminalText(key)}`);
  if (lost.length > mostNamed) console.error(`and ${number(lost.length - mostNamed)} more`);
  process.exitCode = 1;
}

function files(count: number) {
  return `${number(count)} picture ${count === 1 ? "file" : "files"}`;
}

function number(count: number) {
  return count.toLocaleString("en");
}
