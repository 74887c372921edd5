import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { data } from "react-router";
import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";
import { FormTooLargeError, mostFields, mostPartHeaders } from "#web/posted-form.server.ts";

/** Bytes of a text field. */
const largestField = 4096;

/** An uploaded catalog: its name, size in bytes, and the path of its gzipped content. */
interface PostedCatalog {
  name: string;
  size: number;
  packed: string;
}

export interface CatalogForm {
  fields: Record<string, string>;
  /** undefined if no file was chosen */
  file: PostedCatalog | undefined;
}

/**
 * Reads a multipart form whose field `file` is a catalog. The file streams to a temporary folder, which is removed when `use` ends or the
 * client disconnects.
 *
 * @throws 400 if the form is malformed or incomplete; 413 if it is too large or has too many fields
 */
export async function withCatalogForm<Result>(request: Request, use: (form: CatalogForm) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), "torg-upload-"));
  try {
    return await use(await readCatalogForm(request, join(folder, "catalog.gz")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readCatalogForm(request: Request, packed: string): Promise<CatalogForm> {
  const failing = new AbortController();
  const parser = createParser(request);
  const form = collectForm(parser, packed, failing);
  try {
    await pipeline(bodyOf(request), countBytes, parser, { signal: failing.signal });
    return { fields: Object.fromEntries(form.fields), file: await form.file };
  } catch (error) {
    const reason = failing.signal.aborted ? failing.signal.reason : error;
    failing.abort(reason);
    // Wait until nothing writes to the folder.
    await form.file?.catch(() => {});
    throw toResponse(reason);
  }
}

/** Collects the parsed fields and file. @param failing aborted on the first error or exceeded limit */
function collectForm(parser: BusboyInstance, packed: string, failing: AbortController) {
  const form: { fields: Map<string, string>; file?: Promise<PostedCatalog> } = { fields: new Map() };
  const refuse = () => failing.abort(new FormTooLargeError());
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) parser.on(limit, refuse);
  parser.on("field", (name, value, isNameCut, isCut) => (isNameCut || isCut ? refuse() : form.fields.set(name, value)));
  parser.on("file", (field, content, name) => {
    failing.signal.addEventListener("abort", () => content.destroy(failing.signal.reason), { once: true });
    if (field !== "file" || !name) return content.resume();
    form.file = pack(content, name, packed);
    form.file.catch((error) => failing.abort(error));
  });
  return form;
}

function createParser({ headers }: Request) {
  try {
    const limits = { files: 1, fields: mostFields, fieldSize: largestField, headerSize: mostPartHeaders };
    return new Busboy({ headers: { "content-type": headers.get("content-type") ?? "" }, limits });
  } catch {
    throw data(null, 400);
  }
}

function bodyOf({ body }: Request) {
  return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
}

async function* countBytes(body: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > catalogFormBytes) throw new FormTooLargeError();
    yield chunk;
  }
}

async function pack(content: BusboyFileStream, name: string, packed: string): Promise<PostedCatalog> {
  await pipeline(content, createGzip({ level: 1 }), createWriteStream(packed, { mode: 0o600 }));
  return { name, size: content.bytesRead, packed };
}

/** Errors that aren't the client's fault, such as a full disk, pass through. */
function toResponse(error: unknown) {
  if (error instanceof FormTooLargeError) return data(null, 413);
  const isOurs = typeof (error as NodeJS.ErrnoException).syscall === "string";
  return isOurs ? error : data(null, 400);
}
