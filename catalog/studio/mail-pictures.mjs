// Writes catalog/pictures/SCENE/VIEW-160.jpeg from each VIEW-400.webp, for mails: not all mail programs know WebP.
// node mail-pictures.mjs [SCENE]; encode.mjs runs it.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const [scene = ""] = process.argv.slice(2);
const folder = new URL(`../pictures/${scene}`, import.meta.url).pathname;

for (const name of await readdir(folder, { recursive: true })) {
  if (!name.endsWith("-400.webp")) continue;
  const file = join(folder, name);
  await sharp(file)
    .resize(160, null, { kernel: "lanczos3" })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(file.replace("-400.webp", "-160.jpeg"));
}
