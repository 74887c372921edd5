import { text } from "node:stream/consumers";
import { followDatabaseClock } from "#database/database-clock.ts";
import { type UploadTask, workOnUpload } from "../catalog/files/uploads/work-on-upload.ts";
import { connectTo } from "./open-database.ts";

/**
 * The program that works on an owner's catalog file: its task comes by the standard input as JSON, and what came of it goes to the standard output. See
 * docs/decisions/0099.
 */

const task: UploadTask = JSON.parse(await text(process.stdin));
const { db } = connectTo(task);
try {
  await followDatabaseClock(db);
  process.stdout.write(JSON.stringify(await workOnUpload(db, task)));
} finally {
  await db.destroy();
}
