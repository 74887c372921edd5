import { readFileSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join, matchesGlob, relative } from "node:path";

export interface Instruction {
  keyword: string;
  /** Everything behind the keyword, on one line. */
  rest: string;
}

/** A Dockerfile's stages, each from its FROM on. */
export function readStages(file: string): Instruction[][] {
  const lines = readFileSync(file, "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n");
  const instructions = lines.filter(Boolean).map((line) => {
    const [keyword = "", ...rest] = line.split(" ");
    return { keyword, rest: rest.join(" ") };
  });
  const starts = instructions.flatMap(({ keyword }, index) => (keyword === "FROM" ? [index] : []));
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]));
}

/** What a stage's COPY instructions name: where from, which files, and where to. */
export function copiesOf(stage: Instruction[]) {
  return stage
    .filter(({ keyword }) => keyword === "COPY")
    .map(({ rest }) => {
      const words = rest.split(" ");
      const from = words[0]?.startsWith("--from=") ? words.shift()?.slice("--from=".length) : undefined;
      return { from, sources: words.slice(0, -1), target: words.at(-1) ?? "" };
    });
}

/** The variables that a stage sets. */
export function variablesOf(stage: Instruction[]) {
  const pairs = stage.filter(({ keyword }) => keyword === "ENV").flatMap(({ rest }) => rest.split(" "));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/** Copies as Docker does: into a folder if that is what the target is, and nothing that .dockerignore keeps back. */
export async function copyInto(folder: string, project: string, sources: string[], target: string) {
  const ignored = await readFile(join(project, ".dockerignore"), "utf8");
  const patterns = ignored.split("\n").filter((line) => line && !line.startsWith("#"));
  for (const source of sources) {
    const to = join(folder, target, target.endsWith("/") ? basename(source) : "");
    await mkdir(dirname(to), { recursive: true });
    const filter = (path: string) => isSent(relative(project, path), patterns);
    if (!filter(join(project, source))) throw new Error(`.dockerignore keeps ${source} back`);
    await cp(join(project, source), to, { recursive: true, filter });
  }
}

/** The last pattern that fits a path, or a folder that it is in, decides. */
function isSent(path: string, patterns: string[]) {
  const names = path.split("/");
  const paths = names.map((_, index) => names.slice(0, index + 1).join("/"));
  const last = patterns.findLast((pattern) => paths.some((part) => matchesGlob(part, pattern.replace("!", ""))));
  return last === undefined || last.startsWith("!");
}
