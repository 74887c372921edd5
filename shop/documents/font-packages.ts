import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** A file of a font's package. Each has some of its code points. */
interface PackageFile {
  path: string;
  isVariable: boolean;
  ranges: Range[];
}

/** Alphabets that are in most packages, and that the typeface and DejaVu Sans draw. */
const repeated = /^(latin|greek|cyrillic|vietnamese)/;

type Range = [first: number, last: number];

const { resolve } = createRequire(import.meta.url);
const packages = new Map<string, Promise<PackageFile[]>>();

/** The path of a file in a package; undefined if it isn't installed. */
export function packagePath(file: string) {
  try {
    return resolve(file);
  } catch {
    return undefined;
  }
}

/** The file of a package that has all of these code points; undefined if none has, or the package isn't installed. */
export async function findPackageFile(name: string, codePoints: number[]): Promise<PackageFile | undefined> {
  const reading = packages.get(name) ?? readPackage(name);
  packages.set(name, reading);
  const has = (ranges: Range[], code: number) => ranges.some(([first, last]) => code >= first && code <= last);
  return (await reading).find(({ ranges }) => codePoints.every((code) => has(ranges, code)));
}

async function readPackage(name: string): Promise<PackageFile[]> {
  const index = packagePath(`${name}/unicode.json`);
  if (!index) return [];
  const subsets: Record<string, string> = JSON.parse(await readFile(index, "utf8"));
  const folder = index.replace(/unicode\.json$/, "files");
  const [scope, font = ""] = name.split("/");
  const isVariable = scope === "@fontsource-variable";
  return Object.entries(subsets)
    .filter(([subset]) => !(font.startsWith("noto-sans") && repeated.test(subset)))
    .map(([subset, ranges]) => ({
      path: `${folder}/${font}-${subset.replaceAll(/[[\]]/g, "")}-${isVariable ? "wght" : "400"}-normal.woff2`,
      isVariable,
      ranges: ranges.split(",").map(readRange),
    }));
}

/** "U+0e01-0e5b" or "U+25cc" */
function readRange(range: string): Range {
  const [first = "", last = first] = range.trim().slice("U+".length).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
