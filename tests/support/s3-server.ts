import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import S3rver from "@20minutes/s3rver";
import { onTestFinished } from "vitest";
import { readS3Url, type S3Place } from "#shop/pictures/storage/s3-place.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const bucket = "pictures";
const folder = "shop";

/** S3-compatible storage with an empty bucket. */
export interface S3Server {
  /** What `S3_URL` is. */
  url: string;
  place: S3Place;
  /** The keys of all objects, as rows name them. */
  keys: () => Promise<string[]>;
  /** Answers instead of the storage, or lets it answer by returning false. */
  intercept: (incoming: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  /** "GET uploaded/…" for each request so far. */
  asked: string[];
}

/** Starts a real S3 server, which checks signatures and content hashes; it ends with the test. */
export async function startS3(): Promise<S3Server> {
  const directory = await temporaryFolder();
  const storage = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket }] });
  storage.logger.exceptions.unhandle();
  await storage.configureBuckets();
  const listener = storage.callback();
  const server = createServer(async (incoming, response) => {
    const path = new URL(incoming.url ?? "/", "http://s3.invalid").pathname;
    s3.asked.push(`${incoming.method} ${path.replace(`/${bucket}/${folder}/`, "")}`);
    if (!(await s3.intercept(incoming, response))) listener(incoming, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    storage.logger.close();
  });
  const url = `http://S3RVER:S3RVER@127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}/${folder}`;
  const s3: S3Server = {
    url,
    place: readS3Url(url) as S3Place,
    keys: () => readKeys(join(directory, bucket, folder)),
    intercept: () => false,
    asked: [],
  };
  return s3;
}

/** Answers as storage that is away. */
export function refuseAll(_: IncomingMessage, response: ServerResponse) {
  response.destroy();
  return true;
}

async function readKeys(root: string) {
  const files = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const ending = "._S3rver_object";
  return files
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();
}
