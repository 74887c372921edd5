// Draws the icons that can't be SVG (app/public/*.png, app/public/favicon.ico) from app/public/favicon.svg. Run it when that one changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../app/public");
const rounded = readFileSync(join(folder, "favicon.svg"), "utf8");
// Where the system cuts the icon's shape itself, it has to reach into the corners.
const square = rounded.replace(/ rx="\d+"/, "");

await draw(rounded, 192, "icon-192.png");
await draw(rounded, 512, "icon-512.png");
await draw(square, 512, "icon-maskable-512.png");
await draw(square, 180, "apple-touch-icon.png");
writeFileSync(join(folder, "favicon.ico"), icoOf(await pngOf(rounded, 32), 32));

async function draw(svg, size, name) {
  writeFileSync(join(folder, name), await pngOf(svg, size));
}

function pngOf(svg, size) {
  const density = (72 * size) / 32;
  return sharp(Buffer.from(svg), { density }).resize(size, size).png({ palette: true }).toBuffer();
}

/** An icon file of one PNG: a header of 6 bytes, an entry of 16, the picture. */
function icoOf(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
