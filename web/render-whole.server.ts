import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

/** What React writes in place of a part that it couldn't finish at once. */
const unfinished = "<!--$!-->";

/**
 * Renders a document in one piece, as it is sent: it has a length and no streaming scripts.
 *
 * @param signal aborts the rendering
 * @param bootstrapModules the addresses of scripts to load
 */
export async function renderWhole(page: ReactElement, signal: AbortSignal, bootstrapModules: string[] = []) {
  const atOnce = bootstrapModules.length === 0 ? renderAtOnce(page) : undefined;
  return atOnce ?? renderByStream(page, signal, bootstrapModules);
}

/** Most pages wait for nothing, and React writes them as one text in two thirds of a stream's time. See docs/decisions/0366. */
function renderAtOnce(page: ReactElement) {
  try {
    // The bytes of a text in many pieces take less time than joining these to look through them.
    const html = Buffer.from(`<!DOCTYPE html>${renderToString(page)}`);
    return html.includes(unfinished) ? undefined : html;
  } catch {
    // The stream waits for what isn't ready yet, and reports what failed.
    return undefined;
  }
}

function renderByStream(page: ReactElement, signal: AbortSignal, bootstrapModules: string[]) {
  return new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      bootstrapModules,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        signal.removeEventListener("abort", abortRendering);
        resolve(buffer(pipe(new PassThrough())));
      },
      onShellError: reject,
    });
    // A listener would keep the signal, and with it the whole request, in memory.
    const abortRendering = () => abort(signal.reason);
    signal.addEventListener("abort", abortRendering, { once: true });
  });
}
