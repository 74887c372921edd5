import { expect, test } from "vitest";
import { refuseAll, startS3 } from "../../../tests/support/s3-server.ts";
import { openObjectStore, StorageUnavailableError } from "./object-store.ts";
import { readS3Url, type S3Place } from "./s3-place.ts";

const content = Buffer.from("a picture");

test("an object is read as it was put, until it is removed, and one that isn't there isn't an outage", async () => {
  const s3 = await startS3();
  const store = openObjectStore(s3.place);
  await store.put("profiles/1.webp", content);
  expect(await s3.keys()).toEqual(["profiles/1.webp"]);
  expect(Buffer.from((await store.get("profiles/1.webp")) ?? [])).toEqual(content);
  await store.remove("profiles/1.webp");
  await store.remove("profiles/1.webp");
  expect(await store.get("profiles/1.webp")).toBeUndefined();
  expect(await s3.keys()).toEqual([]);
});

test("an attempt that fails is made again", async () => {
  const s3 = await startS3();
  const failures = [() => 0, (incoming: { method?: string }) => (incoming.method === "PUT" ? 500 : 429)];
  s3.intercept = (incoming, response) => {
    const failure = failures.shift();
    if (!failure) return false;
    const status = failure(incoming);
    if (status === 0) response.destroy();
    else response.writeHead(status).end();
    return true;
  };
  const store = openObjectStore(s3.place);
  await store.put("a.webp", content);
  expect(s3.asked).toEqual(["PUT a.webp", "PUT a.webp", "PUT a.webp"]);
  expect(await s3.keys()).toEqual(["a.webp"]);
});

test("storage that is away is asked no more for a moment, and says so in one line", async () => {
  const s3 = await startS3();
  s3.intercept = refuseAll;
  const store = openObjectStore(s3.place);
  await expect(store.get("a.webp")).rejects.toThrow(StorageUnavailableError);
  await expect(store.get("a.webp")).rejects.toThrow(/^The picture storage http:\/\/127\S+ doesn't answer$/);
  expect(s3.asked).toHaveLength(3);
});

test.each([
  ["a wrong secret", (url: string) => url.replace(":S3RVER@", ":secret-of-mine@"), "403 SignatureDoesNotMatch"],
  ["an unknown key", (url: string) => url.replace("//S3RVER:", "//AKIA-MINE:"), "403 InvalidAccessKeyId"],
  ["another bucket", (url: string) => url.replace("/pictures/", "/secrets/"), "404 NoSuchBucket"],
])("%s is named with S3's word for it, without keys", async (_, change, answer) => {
  const s3 = await startS3();
  const store = openObjectStore(readS3Url(change(s3.url)) as S3Place);
  for (const ask of [() => store.get("a.webp"), () => store.put("a.webp", content)]) {
    const error: Error = await ask().then(
      () => new Error("none"),
      (error) => error,
    );
    expect(error).toBeInstanceOf(StorageUnavailableError);
    expect(error.message).toMatch(
      new RegExp(`^The picture storage http://127.0.0.1:\\d+/\\w+/shop/ answers ${answer}$`),
    );
  }
});

test("a proxy's own 404 and a redirect to another host aren't a missing picture", async () => {
  const s3 = await startS3();
  const store = openObjectStore(s3.place);
  for (const status of [404, 301]) {
    s3.intercept = (_, response) => {
      response.writeHead(status, { location: "http://elsewhere.invalid/" }).end("<html>nothing here</html>");
      return true;
    };
    await expect(store.get("a.webp")).rejects.toThrow(`answers ${status}`);
  }
});

test("a client that hangs up ends its upload", async () => {
  const s3 = await startS3();
  const client = new AbortController();
  s3.intercept = () => {
    client.abort(new Error("hung up"));
    return new Promise(() => {});
  };
  await expect(openObjectStore(s3.place).put("a.webp", content, client.signal)).rejects.toThrow("hung up");
});
