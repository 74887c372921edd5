import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import type { S3Place } from "./s3-place.ts";

/** Picture files can't be read or saved now: their storage is away, or refuses the shop. The message is one line for the operator, without secrets. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
}

/** Objects in S3-compatible storage. Each method throws StorageUnavailableError, or the signal's reason. */
export interface ObjectStore {
  put: (key: string, content: Uint8Array, signal?: AbortSignal) => Promise<void>;
  /** @returns undefined if there is no such object */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove: (key: string) => Promise<void>;
}

interface Question {
  method: "GET" | "PUT" | "DELETE";
  key: string;
  content?: Uint8Array;
  signal?: AbortSignal | undefined;
}

interface Answer {
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

const mostAttempts = 3;
/** Milliseconds of an attempt, and before the second one. */
const limits = { attemptMs: 5000, pauseMs: 100 };
/** Milliseconds for which storage that doesn't answer isn't asked, so that a page with many pictures needn't wait for each. */
const restMs = 2000;

/** Always the same, so that a kill leaves one at most. */
const checkKey = "check";

/** By the ends of keys. */
const types: Record<string, string> = { webp: "image/webp", avif: "image/avif", png: "image/png", jpeg: "image/jpeg" };

/** Opens a place in S3-compatible storage. Nothing is asked until the first use. See docs/decisions/0238. */
export function openObjectStore({ base, ...keys }: S3Place): ObjectStore {
  const client = import("aws4fetch").then((aws) => new aws.AwsClient({ ...keys, service: "s3" }));
  let restUntil = 0;

  async function ask(question: Question) {
    if (performance.now() < restUntil) throw unavailable(base, "doesn't answer");
    for (let attempt = 1; ; attempt++) {
      const answer = await send(await client, base, question).catch((error: Error) => error);
      question.signal?.throwIfAborted();
      const isFailure = answer instanceof Error || answer.status === 429 || answer.status >= 500;
      if (!isFailure) return answer;
      if (attempt < mostAttempts) await sleep(limits.pauseMs * 2 ** attempt * Math.random());
      else if (answer instanceof Error) {
        restUntil = performance.now() + restMs;
        throw unavailable(base, `can't be reached: ${reasonOf(answer)}`);
      } else throw refusal(base, answer);
    }
  }

  return {
    async put(key, content, signal) {
      const answer = await ask({ method: "PUT", key, content, signal });
      if (answer.status !== 200) throw refusal(base, answer);
    },
    async get(key) {
      const answer = await ask({ method: "GET", key });
      if (answer.status === 200) return answer.body;
      if (codeOf(answer) === "NoSuchKey") return undefined;
      throw refusal(base, answer);
    },
    async remove(key) {
      const answer = await ask({ method: "DELETE", key });
      const isGone = answer.status < 300 || codeOf(answer) === "NoSuchKey";
      if (!isGone) throw refusal(base, answer);
    },
  };
}

/** Tries whether objects can be saved, read and removed. @throws StorageUnavailableError */
export async function checkStorage(store: ObjectStore) {
  await store.put(checkKey, new Uint8Array(1));
  await store.get(checkKey);
  await store.remove(checkKey);
}

async function send(
  client: AwsClient,
  base: string,
  { method, key, content = new Uint8Array(), signal }: Question,
): Promise<Answer> {
  const type = types[key.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  const request = await client.sign(`${base}${key}`, {
    method,
    // A hash lets the storage refuse what was damaged on its way.
    headers: { "X-Amz-Content-Sha256": hash("sha256", content), ...(method === "PUT" && { "Content-Type": type }) },
    ...(method === "PUT" && { body: new Uint8Array(content) }),
    // The signature is for this host.
    redirect: "manual",
    signal: AbortSignal.any([AbortSignal.timeout(limits.attemptMs), ...(signal ? [signal] : [])]),
  });
  const response = await fetch(request);
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
}

/** S3's word for what is wrong. The rest of such an answer may have keys and signatures. */
function codeOf({ body }: Answer) {
  return /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(body.subarray(0, 2000)).toString())?.[1];
}

function refusal(base: string, answer: Answer) {
  return unavailable(base, `answers ${[answer.status, codeOf(answer)].filter(Boolean).join(" ")}`);
}

function unavailable(base: string, problem: string) {
  return new StorageUnavailableError(`The picture storage ${base} ${problem}`);
}

/** Node's own error is behind that of `fetch`. */
function reasonOf(error: Error) {
  const cause = error.cause instanceof Error ? error.cause : error;
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}
