import { MIMEType } from "node:util";
import { data } from "react-router";
import type { GenericSchema } from "valibot";
import { textFields, validate } from "#shop/forms/validate.ts";

/** Most forms have far fewer fields. Node's form parsers take far too long for tens of thousands. */
export const mostFields = 100;
/** Bytes of all part headers of a multipart form; browsers send about 100 per part. */
export const mostPartHeaders = 16 * 1024;

/**
 * Reads a posted form. It refuses other content types unread and forms with many fields unparsed; `server/http/http.ts` limits the length.
 *
 * @param most how many fields the form has at most
 * @throws 400 for another content type or a truncated body; 413 for too many fields
 */
export async function readForm(request: Request, most = mostFields) {
  const type = formType(request);
  if (!type) throw data(null, 400);
  try {
    const body = Buffer.from(await request.arrayBuffer());
    if (exceedsLimits(body, type, most)) throw data(null, 413);
    return await new Response(body, { headers: { "content-type": String(type) } }).formData();
  } catch (error) {
    throw error instanceof Error ? data(null, 400) : error;
  }
}

/**
 * Reads and validates a posted form. `typed` are the values that a page without JavaScript shows again: all but passwords.
 */
export async function readFields<Schema extends GenericSchema>(request: Request, schema: Schema) {
  const form = textFields(await readForm(request));
  return { form, typed: withoutPasswords(schema, form), ...validate(schema, form) };
}

function formType({ headers }: Request) {
  try {
    const type = new MIMEType(headers.get("content-type") ?? "");
    return /^(application\/x-www-form-urlencoded|multipart\/form-data)$/.test(type.essence) ? type : undefined;
  } catch {
    return undefined;
  }
}

function exceedsLimits(body: Buffer, type: MIMEType, most: number) {
  return type.type === "multipart"
    ? exceedsPartLimits(body, `--${type.params.get("boundary")}`, most)
    : occursMoreThan(most - 1, body, "&");
}

function occursMoreThan(most: number, body: Buffer, sign: string) {
  let count = 0;
  for (let at = body.indexOf(sign); at >= 0; at = body.indexOf(sign, at + 1)) if (++count > most) return true;
  return false;
}

/** A part begins with its delimiter and its headers, up to an empty line. */
function exceedsPartLimits(body: Buffer, delimiter: string, most: number) {
  let parts = 0;
  let headers = 0;
  let start = body.indexOf(delimiter);
  while (start >= 0) {
    const end = body.indexOf("\r\n\r\n", start);
    // The closing delimiter has no headers.
    if (end < 0) return headers + body.length - start > mostPartHeaders;
    parts++;
    headers += end - start;
    if (parts > most || headers > mostPartHeaders) return true;
    start = body.indexOf(delimiter, end);
  }
  return false;
}

function withoutPasswords({ entries }: GenericSchema & { entries?: object }, form: Record<string, string>) {
  const shown = Object.keys(entries ?? {}).filter((field) => !/password/i.test(field));
  return Object.fromEntries(shown.map((field) => [field, form[field] ?? ""]));
}
