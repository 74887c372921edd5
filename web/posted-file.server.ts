import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { data } from "react-router";
import { omittedSize } from "./omitted-files.server.ts";
import { FormTooLargeError, mostFields, mostPartHeaders } from "./posted-form.server.ts";

/** Bytes of a text field. */
const largestField = 4096;

/** An uploaded file: its name, size in bytes, and where its content is. */
export interface PostedFile {
  name: string;
  size: number;
  path: string;
}

export interface FileForm {
  fields: Record<string, string>;
  /** undefined if no file was chosen, or it was left out */
  file: PostedFile | undefined;
  /** The name of a file that the server left out, because the form was too large. */
  omitted?: string | undefined;
}

export interface FileRules {
  /** Bytes of the whole form. */
  limit: number;
  /** Writes the content of the field `file` to a path. */
  save: (content: BusboyFileStream, path: string) => Promise<void>;
}

/**
 * Reads a multipart form with a field `file`. The file streams to a temporary folder, which is removed when `use` ends or the client disconnects.
 *
 * @throws 400 if the form is malformed or incomplete; 413 if it is too large or has too many fields
 */
export async function withPostedFile<Result>(
  request: Request,
  rules: FileRules,
  use: (form: FileForm) => Promise<Result>,
) {
  const folder = await mkdtemp(join(tmpdir(), "torg-upload-"));
  try {
    return await use(await readPostedFile(request, join(folder, "file"), rules));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads such a form, whose file its caller removes. @param path where the content goes @throws as `withPostedFile` */
export async function readPostedFile(request: Request, path: string, rules: FileRules): Promise<FileForm> {
  const failing = new AbortController();
  const parser = createParser(request);
  const form = collectForm(parser, path, rules, failing);
  try {
    await pipeline(bodyOf(request), countBytes(rules.limit), parser, { signal: failing.signal });
    return { fields: Object.fromEntries(form.fields), file: await form.file, omitted: form.omitted };
  } catch (error) {
    const reason = failing.signal.aborted ? failing.signal.reason : error;
    failing.abort(reason);
    // Wait until nothing writes to the folder.
    await form.file?.catch(() => {});
    throw toResponse(reason);
  }
}

/** Collects the parsed fields and file. @param failing aborted on the first error or exceeded limit */
function collectForm(parser: BusboyInstance, path: string, { save }: FileRules, failing: AbortController) {
  const form: { fields: Map<string, string>; file?: Promise<PostedFile>; omitted?: string } = { fields: new Map() };
  const refuse = () => failing.abort(new FormTooLargeError());
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) parser.on(limit, refuse);
  parser.on("field", (name, value, isNameCut, isCut) => (isNameCut || isCut ? refuse() : form.fields.set(name, value)));
  parser.on("file", (field, content, name, _encoding, mediaType) => {
    // `save` rejects with it; where nothing is saved, an error without a listener would end the process.
    content.on("error", () => {});
    failing.signal.addEventListener("abort", () => content.destroy(failing.signal.reason), { once: true });
    if (field !== "file" || !name) return content.resume();
    if (omittedSize(mediaType) !== undefined) {
      form.omitted = name;
      return content.resume();
    }
    form.file = save(content, path).then(() => ({ name, size: content.bytesRead, path }));
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

function countBytes(limit: number) {
  return async function* (body: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > limit) throw new FormTooLargeError();
      yield chunk;
    }
  };
}

/** Errors that aren't the client's fault, such as a full disk, pass through. */
function toResponse(error: unknown) {
  if (error instanceof FormTooLargeError) return data(null, 413);
  const isOurs = typeof (error as NodeJS.ErrnoException).syscall === "string";
  return isOurs ? error : data(null, 400);
}
