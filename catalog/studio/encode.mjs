// Puts a finished render among the shop's pictures: node encode.mjs SCENE VIEW FILE.png (docs/decisions/0043)
//
// Writes catalog/pictures/SCENE/VIEW-<px>.avif, .webp and the JPEG for mails, and prints the address that the catalog gives the picture. Where SCENE is a
// product of the sample catalog, its record gets the address too. The address carries the picture's thumbhash
// (https://evanw.github.io/thumbhash/), which pages draw until the picture has come, and `widest` where the render was wider than 1200.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";

const usual = 1200;
const allWidths = [400, 800, usual, 1600, 2400];
const formats = {
  // 4:4:4 keeps thin red and gold lettering clean; at this quality smooth backdrops show no bands.
  avif: { quality: 66, effort: 4, chromaSubsampling: "4:4:4" },
  webp: { quality: 82, effort: 6, smartSubsample: true },
};
const catalogFile = new URL("../products.json", import.meta.url);
const [scene, view, render] = process.argv.slice(2);
const folder = new URL(`../pictures/${scene}/`, import.meta.url);

const { width: rendered } = await sharp(render).metadata();
const widths = allWidths.filter((width) => width <= Math.max(rendered, usual));

await mkdir(folder, { recursive: true });
for (const width of allWidths.filter((width) => !widths.includes(width))) {
  for (const format of Object.keys(formats)) await rm(new URL(`${view}-${width}.${format}`, folder), { force: true });
}
for (const width of widths) {
  // Sharpening makes up for the softness of shrinking.
  const resized = sharp(render).resize(width, null, { kernel: "lanczos3" });
  const picture = width < rendered ? resized.sharpen({ sigma: 0.6, m1: 0.4, m2: 0.8 }) : resized;
  for (const [format, options] of Object.entries(formats)) {
    const { size } = await picture
      .clone()
      .toFormat(format, options)
      .toFile(new URL(`${view}-${width}.${format}`, folder).pathname);
    report(`  ${view}-${width}.${format} ${(size / 1024).toFixed(1)} kB`);
  }
}
await import("./mail-pictures.mjs");
report(`  ${await addressOf(view)}`);
await updateCatalog();

async function addressOf(name) {
  const { data, info } = await sharp(new URL(`${name}-400.webp`, folder).pathname)
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64url");
  const wider = allWidths.filter((width) => width > usual && existsSync(new URL(`${name}-${width}.webp`, folder)));
  const widest = wider.length > 0 ? `&widest=${wider.at(-1)}` : "";
  return `/pictures/${scene}/${name}-800.webp?thumbhash=${hash}${widest}`;
}

async function updateCatalog() {
  const products = JSON.parse(await readFile(catalogFile, "utf8"));
  const product = products.find(({ id }) => id === scene);
  if (!product) return;
  const views = ["main", "angle", "close", "scene"].filter((name) => existsSync(new URL(`${name}-800.webp`, folder)));
  product.images = await Promise.all(views.map(addressOf));
  product.thumbnail = product.images[0];
  await writeFile(catalogFile, `${JSON.stringify(products, null, 2)}\n`);
}

function report(line) {
  process.stdout.write(`${line}\n`);
}
