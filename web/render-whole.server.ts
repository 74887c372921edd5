import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a document in one piece: it has a length and no streaming scripts.
 *
 * @param signal aborts the rendering
 * @param bootstrapModules the addresses of scripts to load
 */
export function renderWhole(page: ReactElement, signal: AbortSignal, bootstrapModules: string[] = []) {
  return new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      bootstrapModules,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        signal.removeEventListener("abort", abortRendering);
        resolve(text(pipe(new PassThrough())));
      },
      onShellError: reject,
    });
    // A listener would keep the signal, and with it the whole request, in memory.
    const abortRendering = () => abort(signal.reason);
    signal.addEventListener("abort", abortRendering, { once: true });
  });
}
