import { followDatabaseClock } from "#database/database-clock.ts";
import { type UploadTask, workOnUpload } from "../catalog/files/uploads/work-on-upload.ts";
import { connectTo } from "./open-database.ts";
import { runProgram } from "./run-program.ts";

/** The program that works on an owner's catalog file. See docs/decisions/0099. */
await runProgram(async (task: UploadTask) => {
  const { db } = connectTo(task);
  try {
    await followDatabaseClock(db);
    return await workOnUpload(db, task);
  } finally {
    await db.destroy();
  }
});
