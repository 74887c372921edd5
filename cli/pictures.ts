import { Command, Option } from "@commander-js/extra-typings";
import type { Database } from "#database/connect.ts";
import {
  progressInWords,
  readPictureProgress,
  retryPictures,
} from "#shop/catalog/fetched-pictures/picture-progress.ts";
import { defaultFormats } from "#shop/values/locale.ts";
import type { OpenShop } from "./command.ts";
import { movePictures, picturePlaces, printPicturePlaces } from "./picture-files.ts";
import { printRows, terminalJson } from "./print.ts";

/** Shows how far fetching imported products' pictures has come, and moves the files of all pictures. */
export const picturesCommand = (open: OpenShop) =>
  new Command("pictures")
    .description("show how far fetching the pictures of imported products has come, or move all picture files")
    .option("--retry", "try failed ones again")
    .addOption(
      new Option("--move-to <PLACE>", "move the files of all pictures; the shop can keep running").choices(
        picturePlaces,
      ),
    )
    .option("--json", "as one JSON object")
    .action(async ({ retry, moveTo, json }) => {
      const shop = await open();
      if (moveTo) return movePictures(shop, moveTo);
      if (retry) await retryPictures(shop);
      if (json) console.log(terminalJson((await readPictureProgress(shop.db, shop.now())) ?? {}));
      else {
        await printPictureProgress(shop.db, shop.now());
        await printPicturePlaces(shop);
      }
    });

/** Prints the progress in words, and what failed. The running shop fetches the rest. */
export async function printPictureProgress(db: Database, now: Date) {
  const progress = await readPictureProgress(db, now);
  if (!progress) return console.log("No pictures to fetch");
  console.log(progressInWords(progress, defaultFormats));
  if (progress.waiting > 0) console.log("The running shop fetches the rest");
  if (progress.failures.length === 0) return;
  const rows = progress.failures.map(({ productId, source, problem }) => ({ product: productId, source, problem }));
  printRows(rows, { empty: "" });
  if (progress.failed > rows.length) console.log(`and ${progress.failed - rows.length} more`);
}
