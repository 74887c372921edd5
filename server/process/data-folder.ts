import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

const folderMode = 0o700;
const fileMode = 0o600;
const groupAndOthers = 0o077;
/** The mark of folders that all users share, such as /tmp. */
const stickyBit = 0o1000;

/** The shop's own files in its data folder. */
const ownFile = /^(shop\.db(-wal|-shm|-journal)?|auth-secret|before-restore-.*\.db)$/;

/**
 * Takes the data folder, and the shop's files in it, away from the machine's other users: earlier versions left them readable. What this process
 * may not change stays, with a warning.
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

/** Files first: a folder that is restricted already needn't be read through, however much it holds. */
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
    // A folder that this process can't list, with a database elsewhere, is another program's.
    return [];
  }
}

/** @returns why it can't be restricted, if so */
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

/** Links are left alone: what they lead to may be another user's. */
function isOpen(path: string) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found && !found.isSymbolicLink() && found.mode & groupAndOthers ? found : undefined;
}
