import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { appendFile, open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CopyError } from "#database/copy-tables.ts";

/** The checksum follows the database's last page, where SQLite reads nothing. See docs/decisions/0113. */
const label = "\nTorg backup, SHA-256 of what precedes: ";
const checksum = new RegExp(`^${label}([\\da-f]{64})\n$`);
const checksumBytes = label.length + 64 + 1;
/** Bytes that are read at a time. */
const highWaterMark = 1024 * 1024;

/** Writes the checksum of a file at its end. */
export async function appendChecksum(file: string) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark }), hash);
  await appendFile(file, `${label}${hash.digest("hex")}\n`);
}

/** The checksum at a file's end; undefined without one. */
export async function readChecksum(file: string) {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read({
    buffer: Buffer.alloc(checksumBytes),
    position: Math.max(0, size - checksumBytes),
  });
  return checksum.exec(buffer.toString("latin1", 0, bytesRead))?.[1];
}

/**
 * Copies all of a file but the checksum at its end, for its user alone.
 *
 * @throws CopyError when the copied bytes don't have that checksum
 */
export async function copyVerified(file: string, copy: string, expected: string) {
  const { size } = await stat(file);
  const hash = createHash("sha256");
  await pipeline(
    createReadStream(file, { end: size - checksumBytes - 1, highWaterMark }),
    async function* (source) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(copy, { mode: 0o600 }),
  );
  if (hash.digest("hex") !== expected) throw new CopyError(`${file} is damaged: its checksum is wrong`);
}
