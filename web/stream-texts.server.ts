import { Readable } from "node:stream";

/** Streams a file that is written piece by piece. Once nobody reads it any more, no further piece is written. */
export function streamTexts(texts: AsyncIterable<string>, { type, name }: { type: string; name: string }) {
  const file = Readable.toWeb(Readable.from(encoded(texts))) as ReadableStream<Uint8Array>;
  return new Response(file, {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text);
}

export const csvType = "text/csv; charset=utf-8";
