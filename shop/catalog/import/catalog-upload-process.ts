import { text } from "node:stream/consumers";
import { connectTo } from "../../open-database.ts";
import { type UploadTask, workOnUpload } from "./work-on-upload.ts";

/** The program that works on an owner's catalog file: its task comes by the standard input as JSON, and what came of it goes to the standard output. */

const task: UploadTask = JSON.parse(await text(process.stdin));
const { db } = connectTo(task);
try {
  process.stdout.write(JSON.stringify(await workOnUpload(db, task)));
} finally {
  await db.destroy();
}
