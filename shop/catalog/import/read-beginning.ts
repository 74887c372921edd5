import { open } from "node:fs/promises";
import { unreadableFile } from "./catalog-file-error.ts";

/** The first 64 KiB of a catalog file. @throws CatalogFileError if it can't be read */
export async function readBeginning(file: string) {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65536), 0, 65536, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw unreadableFile(file, error as Error);
  }
}
