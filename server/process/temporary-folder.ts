import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "#database/error-code.ts";
import type { ShopSettings } from "#shop/shop.ts";

const dayMs = 24 * 60 * 60_000;
const host = hostname().replaceAll(/[^\w.]/g, "_");
/** The machine, or container, and process that a folder belongs to. */
const folderName = /^torg-(.+)-(\d+)-\w{6}$/;

/**
 * Gives this process, and those that it starts, a temporary folder of their own: in the data folder, or with PostgreSQL in the machine's. It is
 * removed at the process's end. What killed processes left is removed first: it may hold a copy of the whole database.
 */
export function openTemporaryFolder({ databaseUrl, dataFolder }: Pick<ShopSettings, "databaseUrl" | "dataFolder">) {
  const parent = databaseUrl ? tmpdir() : join(dataFolder, "tmp");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (isLeftOver(path, folderName.exec(name))) rmSync(path, { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `torg-${host}-${process.pid}-`));
  // What Node's tmpdir() reads, here and in other processes.
  for (const variable of ["TMPDIR", "TEMP", "TMP"]) process.env[variable] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Whether a folder is this user's, and its process has ended. A container has a new name after it was replaced, so age decides there. */
function isLeftOver(path: string, match: RegExpExecArray | null) {
  const found = match && lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false;
  if (match?.[1] !== host) return found.mtimeMs < Date.now() - dayMs;
  const pid = Number(match[2]);
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
