// Makes ui/fonts/ and app/public/fonts/ from the fonts' packages: `npm run fonts`, after a new version of one, or when pages need more characters or weights.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Those that owners choose instead (`shop/appearance/typefaces.ts`). Their packages are fetched here, because nothing else needs them. */
const furtherFonts = [
  { name: "bricolage-grotesque", weights: { min: 500, max: 600 } },
  { name: "newsreader", weights: { min: 500, max: 600 } },
  { name: "figtree", weights: { min: 400, max: 600 } },
];
const furtherVersion = "5.3.0";

const fileOf = (name) => `files/${name}-latin-wght-normal.woff2`;

for (const font of fonts) {
  const source = import.meta.resolve(`@fontsource-variable/${font.name}/${fileOf(font.name)}`);
  await writeSubset(font, fileURLToPath(source), "ui/fonts");
}
const folder = await mkdtemp(join(tmpdir(), "fonts-"));
for (const font of furtherFonts) {
  const packed = execFileSync("npm", ["pack", "--silent", `@fontsource-variable/${font.name}@${furtherVersion}`], {
    cwd: folder,
    encoding: "utf8",
  });
  execFileSync("tar", ["xzf", packed.trim()], { cwd: folder });
  await writeSubset(font, join(folder, "package", fileOf(font.name)), "app/public/fonts");
}
await rm(folder, { recursive: true });

async function writeSubset({ name, weights }, source, to) {
  const options = { targetFormat: "woff2", variationAxes: { wght: weights } };
  const subset = await subsetFont(await readFile(source), characters, options);
  const target = new URL(`../${to}/`, import.meta.url);
  await mkdir(target, { recursive: true });
  await writeFile(new URL(`${name}.woff2`, target), subset);
  process.stdout.write(`${to}/${name}.woff2 ${(subset.length / 1000).toFixed(1)} kB\n`);
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
