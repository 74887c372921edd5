import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { seededRandom } from "../soak/seeded-random.ts";
import settings from "./stryker.config.json" with { type: "json" };

const linesPerPlace = 8;

/**
 * Prints some of the places that `npm run mutation` changes, evenly drawn, as its `--mutate` takes them: the whole takes ten hours, a
 * tenth says within three hundredths how many changes tests notice.
 */
const { values } = parseArgs({
  options: { share: { type: "string", default: "0.1" }, seed: { type: "string", default: "1" } },
});
const random = seededRandom(Number(values.seed));
const [chosen, ...excluded] = settings.mutate;
const exclude = excluded.map((pattern) => pattern.replace(/^!/, ""));
const places = globSync(chosen ?? "", { exclude })
  .toSorted()
  .flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n").length;
    const starts = Array.from({ length: Math.ceil(lines / linesPerPlace) }, (_, index) => index * linesPerPlace + 1);
    return starts.map((start) => `${file}:${start}-${Math.min(lines, start + linesPerPlace - 1)}`);
  });
console.log(places.filter(() => random() < Number(values.share)).join(","));
