// Makes ui/fonts/ from the fonts' packages: `npm run fonts`, after a new version of one, or when pages need more characters or weights.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

// Basic Latin, Latin-1 (æøå and most of Europe), and the typographic marks that the pages and catalogs use.
const characters = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  ..."ŒœŠšŽžŸıŁłĐđĄąĘęŚśŻżŹźĆćŃńČčŘřĚěŮů–—‘’‚“”„•…‰‹›€™−×→←↑↓✓",
].join("");

/** The weights are those that app.css and the pages' classes name. */
const fonts = [
  { name: "fraunces", weights: { min: 500, max: 600 } },
  { name: "instrument-sans", weights: { min: 400, max: 600 } },
];

const folder = new URL("../ui/fonts/", import.meta.url);
await mkdir(folder, { recursive: true });
for (const { name, weights } of fonts) {
  const source = import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  const options = { targetFormat: "woff2", variationAxes: { wght: weights } };
  const subset = await subsetFont(await readFile(fileURLToPath(source)), characters, options);
  await writeFile(new URL(`${name}.woff2`, folder), subset);
  process.stdout.write(`ui/fonts/${name}.woff2 ${(subset.length / 1000).toFixed(1)} kB\n`);
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
