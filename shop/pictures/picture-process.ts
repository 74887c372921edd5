import { constants, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { lowerPriority } from "../lower-priority.ts";
import { countColors } from "./count-colors.ts";
import type { PictureWork } from "./decode-picture.ts";
import { encodeAvatar, encodeShared, encodeSize, prepareUpload } from "./encode-pictures.ts";
import { OtherFileError, PictureError } from "./picture-rules.ts";

/**
 * The program that decodes one picture, from standard input to standard output. Its arguments are the work (JSON) and the processor
 * time that it may take, in milliseconds. If it refuses the file, it exits with code 2, or 20 if the file isn't a picture, with the
 * reason on standard error. It kills itself if the file costs too much. See docs/decisions/0088.
 */

/** In bytes. Node itself takes about 60 MB, and the costliest accepted picture about 260 MB in all. */
const mostMemory = 320 * 1024 * 1024;
const checkIntervalMs = 20;
const work: PictureWork = JSON.parse(process.argv[2] ?? "");
const mostProcessorMs = Number(process.argv[3]);

// Set before the decoder's threads start, which inherit it. Shoppers go first, background sizes last.
if (work.make === "size") setPriority(constants.priority.PRIORITY_LOW);
else lowerPriority();

// A file's stated size limits its pixels. This limits the rest, such as texts that unpack to a thousand times their size. The
// decoder's threads can't be stopped in another way.
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const processorMs = (user + system) / 1000;
  if (process.memoryUsage.rss() > mostMemory || processorMs > mostProcessorMs) process.kill(process.pid, "SIGKILL");
}, checkIntervalMs).unref();

try {
  process.stdout.write(await make(work, await buffer(process.stdin)));
} catch (error) {
  if (!(error instanceof PictureError)) throw error;
  process.exitCode = error instanceof OtherFileError ? 20 : 2;
  process.stderr.write(error.message);
}

function make(work: PictureWork, file: Uint8Array) {
  if (work.make === "avatar") return encodeAvatar(file);
  if (work.make === "shared") return encodeShared(file);
  if (work.make === "colors") return countColors(file);
  return work.make === "upload" ? prepareUpload(file, work.kind) : encodeSize(file, work);
}
