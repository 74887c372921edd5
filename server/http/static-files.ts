import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { projectFolder } from "../environment/config.ts";

/** Folders of static files and their URL paths. */
const folders = [
  { folder: "build/client", path: "/" },
  { folder: "build/owner/client/assets", path: "/owner/assets/" },
  { folder: "catalog/pictures", path: "/pictures/" },
];

/** The URL paths of all static files, which don't change while the shop runs. */
export async function listStaticFiles() {
  const lists = await Promise.all(folders.map(({ folder, path }) => listFiles(join(projectFolder, folder), path)));
  return new Set(lists.flat());
}

async function listFiles(folder: string, path: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path + relative(folder, join(parentPath, name)).replaceAll(sep, "/"));
}
