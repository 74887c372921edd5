import type { Context } from "hono";
import type * as v from "valibot";
import { readSession } from "#shop/accounts/session-user.ts";
import { parseJson } from "#shop/files/json-bounds.ts";
import { type Validated, validate } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";

/** The signed-in customer of a request. The response renews their session's cookies. */
export async function readUser(shop: Shop, context: Context) {
  const { user, headers } = await readSession(shop, context.req.raw.headers);
  for (const cookie of headers.getSetCookie()) context.header("set-cookie", cookie, { append: true });
  return user;
}

/**
 * Reads and validates a posted body. What isn't JSON is invalid like an empty form.
 *
 * @returns undefined when the body can't be read: its client is gone
 */
export async function readPosted<Schema extends v.GenericSchema>(
  { req }: Context,
  schema: Schema,
): Promise<Validated<v.InferOutput<Schema>> | undefined> {
  const body = await req.text().catch(() => undefined);
  return body === undefined ? undefined : validate(schema, jsonIn(body));
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
