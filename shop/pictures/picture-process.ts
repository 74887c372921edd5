import { constants, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import type { PictureWork } from "./decode-apart.ts";
import { PictureError } from "./picture-error.ts";
import { encodeSize, prepareProductPicture } from "./product-picture-files.ts";
import { squareWebp } from "./square-webp.ts";

/**
 * The program that decodes one picture: the file comes by the standard input, what is made of it goes to the standard output. Its arguments
 * are what to make (JSON) and the processor's time that it may take, in milliseconds. With exit code 2 the file was refused, and why is on the
 * standard error; it kills itself when the file costs too much.
 */

/** In bytes, with about 60 MB of Node's own. The costliest picture that is taken needs about 260 MB in all. */
const mostMemory = 320 * 1024 * 1024;
const checkIntervalMs = 20;
const work: PictureWork = JSON.parse(process.argv[2] ?? "");
const mostProcessorMs = Number(process.argv[3]);
const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

// Before the decoder's threads are there, which take it over: whoever shops goes first, and what nobody waits for last.
setPriority(work.make === "size" ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL);

// Sizes that a file tells bound what its pixels take; this bounds what it may have beside them, such as texts that grow a
// thousandfold when they are unpacked. The decoder works in threads that can't be stopped otherwise.
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const processorMs = (user + system) / 1000;
  if (process.memoryUsage.rss() > mostMemory || processorMs > mostProcessorMs) process.kill(process.pid, "SIGKILL");
}, checkIntervalMs).unref();

try {
  process.stdout.write(await make(work, await buffer(process.stdin)));
} catch (error) {
  if (!(error instanceof PictureError)) throw error;
  process.exitCode = 2;
  process.stderr.write(error.message);
}

function make(work: PictureWork, file: Uint8Array) {
  if (work.make === "square") return squareWebp(file);
  return work.make === "productPicture" ? prepareProductPicture(file) : encodeSize(file, work);
}
