import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture of one color. */
export function plain(width: number, height: number, channels: 3 | 4 = 3) {
  const background = { r: 30, g: 77, b: 64, alpha: 0.5 };
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false });
}

/** An interlaced PNG of 39 megapixels: the slowest form that is still taken. To make it takes longer than to decode it, so it is made once. */
export function slowPicture() {
  slow ??= plain(7800, 5000).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  return slow;
}

let slow: Promise<Buffer> | undefined;

/** A small PNG whose texts become 4.8 GB when they are unpacked. */
export async function textBomb() {
  const png = await plain(64, 64).png().toBuffer();
  const text = deflateSync(Buffer.alloc(50_000_000, "A"), { level: 9 });
  const chunk = pngChunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), text]));
  // The signature and the first chunk, the header, are 33 bytes.
  return Buffer.concat([png.subarray(0, 33), ...Array(96).fill(chunk), png.subarray(33)]);
}

function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
