import { randomUUID } from "node:crypto";
import { messageOf } from "#shop/errors.ts";
import { countFiles } from "#shop/pictures/storage/file-rows.ts";
import { openObjectStore } from "#shop/pictures/storage/object-store.ts";
import { type Check, ok, problem, type Result, type Setup } from "./finding.ts";

export const pictureChecks: Check[] = [{ name: "Pictures", needsDatabase: true, look: checkPictures }];

/** Reads what isn't there: that takes the keys, and the right to tell a missing object from a forbidden one. */
async function checkPictures({ config: { s3 }, connection: { db } }: Setup): Promise<Result> {
  const { object } = await countFiles(db);
  if (!s3) {
    if (object === 0) return ok("They are in the database");
    const files = object === 1 ? "1 picture file is" : `${object} picture files are`;
    return problem(`${files} in S3, but S3_URL isn't set`, "Set it as before on every machine.");
  }
  try {
    await openObjectStore(s3).get(`check-${randomUUID()}`);
    return ok(`${s3.base} can be read`);
  } catch (error) {
    return problem(messageOf(error), "Check S3_URL, and that its key may list, read, write and delete.");
  }
}
