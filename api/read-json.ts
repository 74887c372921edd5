import type { HonoRequest } from "hono";
import { parseJson } from "#shop/files/json-bounds.ts";
import { storableText } from "#shop/forms/validate.ts";
import { declaredSizeFault } from "#web/declared-size.ts";

/** Why a body is refused. */
export type BodyFault = "lengthRequired" | "tooLong" | "otherType" | "notJson";

export type ReadBody = { text: string; json: unknown; fault?: undefined } | { fault: BodyFault };

/** Media types of JSON: with a suffix (RFC 6839), such as `application/merge-patch+json`, too. */
const jsonType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Whether a request comes with a body. */
export function hasBody(req: HonoRequest) {
  return Number(req.header("content-length") ?? 0) !== 0 || req.header("transfer-encoding") !== undefined;
}

/**
 * Reads a JSON body, and makes its texts storable. Checks its declared size before reading it, and its depth before parsing it.
 *
 * @param maxSize in bytes
 */
export async function readJson(req: HonoRequest, maxSize: number): Promise<ReadBody> {
  const fault = declaredSizeFault(req.header("content-length"), maxSize);
  if (fault) return { fault };
  if (!jsonType.test(req.header("content-type") ?? "")) return { fault: "otherType" };
  const text = await req.text();
  try {
    return { text, json: storable(parseJson(text)) };
  } catch {
    return { fault: "notJson" };
  }
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), storable(each)]));
}
