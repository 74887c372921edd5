/** Reads a file from its beginning, each time that it is called. */
export type ReadBytes = () => AsyncIterable<Uint8Array>;

/** A file that is in memory. */
export function bytesInMemory(bytes: Uint8Array): ReadBytes {
  return async function* () {
    yield bytes;
  };
}

/** The first bytes of a file, up to 64 KiB. */
export async function readBeginning(read: ReadBytes) {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of read()) {
    parts.push(part);
    length += part.length;
    if (length >= beginningBytes) break;
  }
  return Buffer.concat(parts).subarray(0, beginningBytes);
}

const beginningBytes = 65_536;

/** The same file, of which `onRead` gets the number of bytes read so far. */
export function counted(read: ReadBytes, onRead: (bytes: number) => void): ReadBytes {
  return async function* () {
    let bytes = 0;
    for await (const part of read()) {
      bytes += part.length;
      onRead(bytes);
      yield part;
    }
  };
}
