import { statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { version } from "#server/environment/version.ts";
import { type Check, ok, problem, type Result, type Setup, warning } from "./finding.ts";

/** What the lockfile brings. */
const oldestNode = 26;
const megabyte = 1024 * 1024;
/** Bytes. A backup or restore needs as much as the database has, and an import some. */
const littleRoom = 1024 * megabyte;
/** Bytes. Orders stop soon. */
const noRoom = 100 * megabyte;
const groupAndOthers = 0o077;

export const machineChecks: Check[] = [
  { name: "Version", look: () => checkNode(process.versions.node) },
  { name: "Data folder", look: checkDataFolder },
  { name: "Disk", look: ({ config }) => checkDisk(config.databaseUrl ? tmpdir() : config.dataFolder) },
];

/** @param node such as "26.10.0" */
export function checkNode(node: string): Result {
  const text = `Torg ${version} on Node ${node}`;
  if (Number.parseInt(node, 10) >= oldestNode) return ok(text);
  return problem(text, `The shop needs Node ${oldestNode}: start it with npm start, which brings one.`);
}

function checkDataFolder({ config: { databaseUrl, dataFolder } }: Setup): Result {
  if (databaseUrl) return ok("Not used with DATABASE_URL");
  const { mode, uid } = statSync(dataFolder);
  const user = process.getuid?.() ?? uid;
  if (uid !== user) {
    return warning(
      `${dataFolder} belongs to the user ${uid}, and this command runs as ${user}`,
      "Run commands as the user that runs the shop, or files that one of them makes are closed to the other.",
    );
  }
  if (mode & groupAndOthers)
    return warning(`Other users of this machine may look into ${dataFolder}`, `Run chmod 700 ${dataFolder}.`);
  return ok(`${dataFolder} is closed to others`);
}

/** @param room bytes that are free; by default what the folder's disk has */
export function checkDisk(folder: string, room = freeIn(folder)): Result {
  const text = `${Math.floor(room / megabyte).toLocaleString("en-US")} MB free in ${folder}`;
  if (room < noRoom) return problem(text, "Make room: a full disk stops orders.");
  if (room < littleRoom)
    return warning(text, "Make room: backups, restores and large imports need as much as the database.");
  return ok(text);
}

function freeIn(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
