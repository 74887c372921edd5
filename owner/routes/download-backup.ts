import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { data } from "react-router";
import { noteBackup } from "#shop/backups/last-backup.ts";
import { writeBackupApart } from "#shop/backups/write-backup-apart.ts";
import { dayOf } from "#shop/values/days.ts";
import { shopContext } from "#web/request-context.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/download-backup";

/** A backup takes as much disk and time as the whole database: one at a time. */
let isBusy = false;

/** Makes a backup and sends it. It counts as one once all of it was sent. @throws 409 while another one is made */
export async function loader({ request, context }: Route.LoaderArgs) {
  startDownload(request);
  const { db, now, settings, log } = context.get(shopContext);
  if (isBusy) throw data(null, 409);
  isBusy = true;
  const folder = await mkdtemp(join(tmpdir(), "torg-backup-")).catch((error) => {
    isBusy = false;
    throw error;
  });
  const finish = async () => {
    isBusy = false;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, "shop.db");
    await writeBackupApart({ settings, now }, file, request.signal);
    // A browser that has hung up by now reads nothing, so nothing would end the stream.
    request.signal.throwIfAborted();
    const stream = createReadStream(file);
    stream.once("end", () => noteBackup(db, now()).catch((error) => log("Backup not noted", error)));
    stream.once("close", () => finish().catch((error) => log("Backup file not removed", error)));
    request.signal.addEventListener("abort", () => stream.destroy(), { once: true });
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
      headers: {
        "Content-Type": "application/vnd.sqlite3",
        "Content-Length": String((await stat(file)).size),
        "Content-Disposition": `attachment; filename="shop-${dayOf(now(), settings.timeZone)}.db"`,
      },
    });
  } catch (error) {
    await finish();
    throw error;
  }
}
