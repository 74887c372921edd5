import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { writeBackup } from "../backups/write-backup.ts";
import type { BackupTask } from "../backups/write-backup-apart.ts";
import { openPictureFiles } from "../pictures/storage/picture-files.ts";
import { connectTo } from "./open-database.ts";

/** The program that writes the backup which an owner downloads: its task comes by the standard input as JSON. Requests have the processor first. */

setPriority(constants.priority.PRIORITY_LOW);
const { file, authSecret, madeAt, s3, ...place }: BackupTask = JSON.parse(await text(process.stdin));
const connection = connectTo(place);
try {
  const pictureFiles = openPictureFiles(connection.db, s3);
  await writeBackup(connection, file, { pictureFiles, authSecret, madeAt: new Date(madeAt) });
} finally {
  await connection.db.destroy();
}
process.stdout.write("{}");
