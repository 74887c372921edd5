import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { OmittedFile } from "./omitted-files.server.ts";
import { FormTooLargeError, mostPartHeaders } from "./posted-form.server.ts";

/** Bytes that a form may have: names and texts, and all files together. */
export interface FormRoom {
  texts: number;
  files: number;
}

/** No form has more fields. */
const mostParts = 1000;

/**
 * Reads a multipart form that is too large for its screen to its end, and leaves out the files that don't fit: the screen then shows again what was typed,
 * and says which file was too large. It holds no more than fits. See docs/decisions/0357.
 *
 * @returns the request with such a form, whose readers find each file that is left out as an `OmittedFile`; undefined if the texts don't fit, or the form is malformed
 */
export async function fitForm(request: Request, room: FormRoom) {
  if (!request.body) return undefined;
  const form = new FormData();
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), createParser(request, form, { ...room }));
  } catch {
    return undefined;
  }
  const headers = new Headers(request.headers);
  for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, body: form, signal: request.signal });
}

/** Collects in `form` what there is room for. @throws if its type isn't multipart */
function createParser({ headers }: Request, form: FormData, left: FormRoom) {
  const limits = { parts: mostParts, fieldSize: left.texts, headerSize: mostPartHeaders };
  const type = headers.get("content-type") ?? "";
  const parser = new Busboy({ headers: { "content-type": type }, limits, preservePath: true });
  const refuse = () => parser.destroy(new FormTooLargeError());
  parser.on("partsLimit", refuse);
  // Anyone may send a part without a name. An error thrown here would end the process.
  parser.on("field", (name = "", value, _isNameCut, isCut) => {
    left.texts -= Buffer.byteLength(name) + Buffer.byteLength(value);
    if (isCut || left.texts < 0) refuse();
    else form.append(name, value);
  });
  parser.on("file", (name = "", content, filename = "", _encoding, mediaType) => {
    let parts: Buffer<ArrayBuffer>[] | undefined = [];
    content
      .on("error", () => {})
      .on("data", (part: Buffer<ArrayBuffer>) => {
        if (!parts) return;
        left.files -= part.length;
        parts.push(part);
        if (left.files >= 0) return;
        left.files += parts.reduce((sum, { length }) => sum + length, 0);
        parts = undefined;
      });
    content.on("end", () => {
      const file = parts
        ? new File(parts, filename, { type: mediaType })
        : new OmittedFile(filename, content.bytesRead);
      form.append(name, file);
    });
  });
  return parser;
}
