import { Readable } from "node:stream";

interface TextFile {
  type: string;
  name: string;
}

/** Streams a file that is written piece by piece. Once nobody reads it any more, no further piece is written. */
export function streamTexts(texts: AsyncIterable<string>, file: TextFile) {
  const bytes = Readable.toWeb(Readable.from(encoded(texts))) as ReadableStream<Uint8Array>;
  return new Response(bytes, { headers: fileHeaders(file) });
}

/** The headers of a file to save, which answer HEAD as well. */
export function fileHeaders({ type, name }: TextFile) {
  return { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text);
}

export const csvType = "text/csv; charset=utf-8";
export const jsonType = "application/json; charset=utf-8";
