import { readFileSync } from "node:fs";
import { join } from "node:path";

const deployFolder = join(import.meta.dirname, "../../../deploy");

/** Machines and paths of a real cluster. The network 10.0.0.0/24 may stay. */
const realPlace = /10\.0\.0\.[1-9]\d*|\/(?:etc|var|dev)\/[\w./-]+/;

/**
 * Reads a configuration from `deploy/` and puts in the ports and paths of this machine, so that what operators copy is what runs here. See
 * docs/decisions/0245.
 *
 * @param file its path in `deploy/`
 * @param places what replaces each text. All of them must be there.
 * @throws if the file lacks one, or names another machine or path
 */
export function fillIn(file: string, places: Record<string, string>) {
  const template = readFileSync(join(deployFolder, file), "utf8").replaceAll(/^\s*[#;].*\n/gm, "");
  const missing = Object.keys(places).find((text) => !template.includes(text));
  if (missing !== undefined) throw new Error(`deploy/${file} has no "${missing}"`);
  const put = (values: (text: string) => string) =>
    Object.keys(places).reduce((text, from) => text.replaceAll(from, () => values(from)), template);
  const [left] = realPlace.exec(put(() => "")) ?? [];
  if (left) throw new Error(`deploy/${file} names ${left}, which isn't replaced`);
  return put((from) => places[from] ?? "");
}
