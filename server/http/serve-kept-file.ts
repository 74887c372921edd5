import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Context } from "hono";
import type { createFileKeeper, WrittenFile } from "#shop/feeds/kept-files.ts";
import { version as ownVersion } from "../environment/version.ts";
import { acceptedEncodings } from "../page-cache/content-encoding.ts";
import type { HttpEnv } from "../page-cache/http-env.ts";

interface KeptAnswer {
  file: WrittenFile;
  keeper: ReturnType<typeof createFileKeeper>;
  /** The version that the file would have if it were made now, with the settings of that version. */
  readVersion: () => Promise<string>;
  /** What else the file's content depends on. */
  shopUrl: string;
  isPrivate?: boolean;
}

/** Answers with a file of the whole catalog. A client that already has the newest gets 304, and nothing is read. */
export async function answerKept(
  context: Context<HttpEnv>,
  { file, keeper, readVersion, shopUrl, isPrivate = false }: KeptAnswer,
): Promise<Response> {
  const version = await keeper.readVersion(file.path, readVersion);
  const tag = tagOf([file.path, version, shopUrl, ownVersion]);
  context.header("ETag", tag);
  context.header("Vary", "Accept-Encoding");
  context.header("Cache-Control", `${isPrivate ? "private, " : ""}no-cache`);
  if (knows(context, tag)) return context.body(null, 304);
  context.header("Content-Type", file.type);
  // Hono answers HEAD by way of GET.
  if (context.req.method === "HEAD") return context.body(null);
  const stream = await keeper.open(file, version);
  return context.body(Readable.toWeb(forClient(context, stream)) as ReadableStream);
}

/** Sends the packed file as it is to those who unpack it themselves. */
function forClient(context: Context<HttpEnv>, stream: Readable) {
  if (acceptedEncodings(context.req.header("accept-encoding")).includes("gzip")) {
    context.header("Content-Encoding", "gzip");
    return stream;
  }
  // Who hangs up destroys both.
  return pipeline(stream, createGunzip(), () => {});
}

/** Weak: two makings of one version may differ in details, such as when a sale began. */
function tagOf(parts: string[]) {
  return `W/"${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}"`;
}

function knows({ req }: Context<HttpEnv>, tag: string) {
  const known = req.header("if-none-match") ?? "";
  return known === "*" || known.includes(tag.slice(2));
}
