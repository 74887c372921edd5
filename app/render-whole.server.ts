import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a document whole, so that it has a length and no streaming scripts.
 *
 * @param signal gives it up
 * @param nonce what React's own scripts are marked with
 */
export function renderWhole(page: ReactElement, signal: AbortSignal, nonce?: string) {
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collected = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        signal.removeEventListener("abort", giveUp);
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(collected),
      onShellError: reject,
    });
    // Node keeps a signal, and with it the whole request, for as long as somebody listens.
    const giveUp = () => abort(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
  });
}
