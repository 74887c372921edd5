import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { shareModules } from "../../support/project-copy.ts";
import { withPath } from "../../support/server-process.ts";
import type { Goods } from "../shopper.ts";

export const projectFolder = resolve(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** The files that stock a shop, which earlier releases may not have. */
const stockingFiles = ["stock-shop.ts", "cluster/stock-shop-process.ts"];

/** The commit of a revision; by default of the last tag, or else the last one with fewer migrations. */
export function findRelease(revision: string | undefined) {
  if (revision) return git("rev-parse", "--verify", `${revision}^{commit}`);
  const [tag] = linesOf(git("tag", "--merged", "HEAD", "--sort=-creatordate"));
  if (tag) return git("rev-parse", `${tag}^{commit}`);
  const all = migrationsOf("HEAD");
  const additions = linesOf(git("log", "--format=%H", "--diff-filter=A", "--", "database/migrations"));
  const older = additions.find((commit) => {
    // While migrations were being merged, some came before others that were there already.
    const names = migrationsOf(`${commit}^`);
    return names.length > 0 && names.length < all.length && names.every((name, index) => name === all[index]);
  });
  if (!older) throw new Error("No earlier release was found. Name one with --from");
  return git("rev-parse", `${older}^`);
}

function migrationsOf(revision: string) {
  return linesOf(git("ls-tree", "--name-only", revision, "database/migrations/")).toSorted();
}

function git(...args: string[]) {
  return execFileSync("git", args, { cwd: projectFolder, encoding: "utf8" }).trim();
}

function linesOf(text: string) {
  return text.split("\n").filter(Boolean);
}

/** Builds the code of a commit in a temporary folder, which is kept for the next time. @returns the folder */
export async function buildRelease(commit: string) {
  const folder = join(tmpdir(), `torg-release-${commit}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}-${process.pid}`;
    await mkdir(unfinished);
    await run("sh", ["-c", 'git archive "$0" | tar --extract --directory "$1"', commit, unfinished], {
      cwd: projectFolder,
    });
    await shareModules(join(unfinished, "node_modules"));
    await rename(unfinished, folder);
  }
  const options = { cwd: folder, maxBuffer: 2 ** 26 };
  await run(process.execPath, ["scripts/prepare.mjs"], options).catch(async (error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return folder;
}

/** Creates a shop's database, its goods and its customers with the code in a folder. */
export async function stockWith(folder: string, environment: Record<string, string>, shoppers: number) {
  const soak = join(folder, "tests/soak");
  if (folder !== projectFolder) {
    for (const file of stockingFiles) await cp(join(import.meta.dirname, "..", file), join(soak, file));
  }
  const options = { cwd: folder, env: withPath(environment), maxBuffer: 2 ** 26 };
  const script = join(soak, "cluster/stock-shop-process.ts");
  const { stdout } = await run(process.execPath, [script, String(shoppers)], options);
  return JSON.parse(stdout) as { goods: Goods[]; emails: string[] };
}
