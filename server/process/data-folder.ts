import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

const folderMode = 0o700;
const fileMode = 0o600;
const groupAndOthers = 0o077;
/** Marks folders that all users share, such as /tmp. */
const stickyBit = 0o1000;

/** The shop's own files in its data folder. */
const ownFile = /^(shop\.db(-wal|-shm|-journal)?|auth-secret|before-restore-.*\.db)$/;

/**
 * Restricts the data folder and the shop's files in it to their owner: earlier versions left them readable for others. Warns about what this process
 * may not change.
 *
 * @param warn logs one line for the owner
 */
export function restrictDataFolder(dataFolder: string, warn: (line: string) => void) {
  if (!existsSync(dataFolder)) return;
  const problems = [
    ...restrictOutbox(join(dataFolder, "outbox")),
    ...restrictFiles(dataFolder, ownFile),
    ...restrict(realpathSync(dataFolder)),
  ];
  const [first] = problems;
  if (first) warn(`Other users of this machine may read the data folder ${dataFolder}: ${first}`);
}

/** Files first: a folder that is already restricted isn't listed. */
function restrictOutbox(folder: string) {
  return isOpen(folder) ? [...restrictFiles(folder, /\.eml$/), ...restrict(folder)] : [];
}

function restrictFiles(folder: string, names: RegExp) {
  const files = listFiles(folder).filter((name) => names.test(name));
  return files.flatMap((name) => restrict(join(folder, name)));
}

function listFiles(folder: string) {
  try {
    return readdirSync(folder);
  } catch {
    // With PostgreSQL, a folder that this process can't list belongs to another program.
    return [];
  }
}

/** @returns the reason if it can't be restricted */
function restrict(path: string) {
  const found = isOpen(path);
  if (!found) return [];
  if (found.mode & stickyBit) return [`${path} is shared by all users`];
  try {
    chmodSync(path, found.isDirectory() ? folderMode : fileMode);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Symbolic links are skipped: their target may belong to another user. */
function isOpen(path: string) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && !found.isSymbolicLink() && found.mode & groupAndOthers ? found : undefined;
}
