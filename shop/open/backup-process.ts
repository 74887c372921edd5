import { writeBackup } from "../backups/write-backup.ts";
import type { BackupTask } from "../backups/write-backup-apart.ts";
import { lowerPriority } from "../lower-priority.ts";
import { openPictureFiles } from "../pictures/storage/picture-files.ts";
import { connectTo } from "./open-database.ts";
import { runProgram } from "./run-program.ts";

/** The program that writes the backup which an owner downloads. Requests have the processor first. */

lowerPriority();
await runProgram(async ({ file, authSecret, madeAt, s3, ...place }: BackupTask) => {
  const connection = connectTo(place);
  try {
    const pictureFiles = openPictureFiles(connection.db, s3);
    await writeBackup(connection, file, { pictureFiles, authSecret, madeAt: new Date(madeAt) });
  } finally {
    await connection.db.destroy();
  }
  return {};
});
