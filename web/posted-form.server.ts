import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { data } from "react-router";
import type { GenericSchema } from "valibot";
import { fieldNames, textFields, validate } from "#shop/forms/validate.ts";
import { OmittedFile, omittedSize } from "./omitted-files.server.ts";

/** Most forms have far fewer fields. Node's form parsers take far too long for tens of thousands. */
export const mostFields = 100;
/** Bytes of a multipart form's delimiters and headers; browsers send about 150 per part. */
export const mostPartHeaders = 16 * 1024;
const headersPerField = mostPartHeaders / mostFields;

/** Busboy parses all that it gets at once, even if it is destroyed in between. */
const sliceBytes = 16 * 1024;
const formType = /^(?:application\/x-www-form-urlencoded|(multipart)\/form-data)\s*(?:;|$)/i;

/** A form exceeds a limit. */
export class FormTooLargeError extends Error {
  override name = "FormTooLargeError";
}

/**
 * Reads a posted form. It refuses other content types unread, and parses nothing beyond its limits; `server/http/http.ts` limits the length.
 * See docs/decisions/0199.
 *
 * @param most how many fields the form has at most
 * @throws 400 for another content type or a truncated body; 413 for too many fields
 */
export async function readForm(request: Request, most = mostFields) {
  const type = request.headers.get("content-type") ?? "";
  const match = formType.exec(type);
  if (!match) throw data(null, 400);
  try {
    const body = Buffer.from(await request.arrayBuffer());
    return match[1] ? await readParts(body, type, most) : readPairs(body.toString(), most);
  } catch (error) {
    throw data(null, error instanceof FormTooLargeError ? 413 : 400);
  }
}

/**
 * Reads and validates a posted form. `typed` are the values that a page without JavaScript shows again: all but passwords.
 */
export async function readFields<Schema extends GenericSchema>(request: Request, schema: Schema) {
  const form = textFields(await readForm(request));
  return { form, typed: withoutPasswords(schema, form), ...validate(schema, form) };
}

function readPairs(body: string, most: number) {
  if (body.split("&", most + 1).length > most) throw new FormTooLargeError();
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(body)) form.append(name, value);
  return form;
}

async function readParts(body: Buffer, type: string, most: number) {
  const form = new FormData();
  let overhead = body.length;
  const limits = { parts: most, fieldSize: body.length, headerSize: mostPartHeaders };
  const parser = new Busboy({ headers: { "content-type": type }, limits, preservePath: true });
  parser.on("partsLimit", () => parser.destroy(new FormTooLargeError()));
  parser.on("field", (name, value) => {
    overhead -= Buffer.byteLength(value);
    form.append(name, value);
  });
  parser.on("file", (name, content, filename = "", _encoding, mediaType) => {
    const parts: BlobPart[] = [];
    const omitted = omittedSize(mediaType);
    content.on("error", () => {}).on("data", (part) => parts.push(part));
    content.on("end", () => {
      overhead -= content.bytesRead;
      const isOmitted = omitted !== undefined;
      form.append(
        name,
        isOmitted ? new OmittedFile(filename, omitted) : new File(parts, filename, { type: mediaType }),
      );
    });
  });
  await pipeline(slicesOf(body), parser);
  // Headers that are longer were cut.
  if (overhead > Math.max(mostPartHeaders, most * headersPerField)) throw new FormTooLargeError();
  return form;
}

function* slicesOf(body: Buffer) {
  for (let at = 0; at < body.length; at += sliceBytes) yield body.subarray(at, at + sliceBytes);
}

function withoutPasswords(schema: GenericSchema, form: Record<string, string>) {
  const shown = fieldNames(schema).filter((field) => !/password/i.test(field));
  return Object.fromEntries(shown.map((field) => [field, form[field] ?? ""]));
}
