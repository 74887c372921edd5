import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { HttpEnv } from "../page-cache/http-env.ts";

/** Whether a request's body is a multipart form. */
export function isMultipart({ req }: Context) {
  return /^multipart\/form-data\s*;/i.test(req.header("content-type") ?? "");
}

/** The length of a request's body as its client declares it; undefined if it declares none. */
export function declaredLength({ req }: Context) {
  const length = req.header("content-length");
  return length === undefined || req.header("transfer-encoding") !== undefined ? undefined : Number(length);
}

/** Whether a form has at most `maxSize` bytes. One of declared length isn't opened. Any other is read up to the limit and kept in memory. */
export async function formFits(context: Context<HttpEnv>, maxSize: number) {
  const length = declaredLength(context);
  if (length !== undefined) return length <= maxSize;
  const refused = await bodyLimit({ maxSize, onError: () => new Response(null, { status: 413 }) })(
    context,
    async () => {},
  );
  return !refused;
}

/**
 * Takes the body from a request whose form is too large, so that its page says so.
 *
 * @param readOn bytes of it that may still arrive after the answer
 */
export function refuseForm(context: Context<HttpEnv>, readOn: number) {
  context.set("isFormTooLarge", true);
  context.set("readOn", readOn);
  const { url, method, headers, signal } = context.req.raw;
  context.req.raw = new Request(url, { method, headers, signal });
}

/**
 * Reads on where a form was answered unread: a browser shows the answer only once it has sent all, and an error of its own if the connection closes before.
 * The response ends with the request, or when too much has come.
 *
 * @param stop aborted when the process ends
 */
export function readOnAfterAnswer(stop: AbortSignal): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    const most = context.get("readOn");
    const { incoming, outgoing } = context.env;
    if (most === undefined || incoming.readableDidRead || !outgoing.shouldKeepAlive) return;
    const page = new Uint8Array(await context.res.arrayBuffer());
    const { status } = context.res;
    const headers = new Headers(context.res.headers);
    headers.set("Content-Length", `${page.length}`);
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(page),
      async pull(controller) {
        await readAway(incoming, most, stop);
        controller.close();
      },
    });
    context.res = undefined;
    context.res = new Response(body, { status, headers });
  };
}

/** Reads and discards what a client still sends. */
async function readAway(incoming: HttpEnv["Bindings"]["incoming"], most: number, stop: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) resolve();
  });
  for (const event of ["end", "error", "close"]) incoming.once(event, () => resolve());
  const ended = new AbortController();
  stop.addEventListener("abort", () => resolve(), { signal: ended.signal });
  await promise;
  ended.abort();
}
