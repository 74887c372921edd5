// Writes catalog/pictures/SCENE/VIEW-160.jpeg from each VIEW-400.webp, for mails: not all mail programs know WebP.
// node mail-pictures.mjs [SCENE]; encode.mjs runs it.
import { glob } from "node:fs/promises";
import sharp from "sharp";

const [scene = "*"] = process.argv.slice(2);
const pictures = new URL(`../pictures/${scene}/*-400.webp`, import.meta.url);

for await (const file of glob(pictures.pathname)) {
  await sharp(file)
    .resize(160, null, { kernel: "lanczos3" })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(file.replace("-400.webp", "-160.jpeg"));
}
