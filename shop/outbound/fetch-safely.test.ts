import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serve } from "../../tests/support/serve.ts";
import { fetchSafely, type OutboundOptions, postSafely } from "./fetch-safely.ts";

function get(address: string, options: Partial<OutboundOptions> = {}) {
  const { signal } = new AbortController();
  return fetchSafely(address, { mostBytes: 1000, accept: "image/*", allowedPrivateHosts: [], signal, ...options });
}

async function post(address: string, options: Partial<OutboundOptions> = {}) {
  const { signal } = new AbortController();
  const message = { body: '{"type":"é"}', headers: { "content-type": "application/json", "webhook-id": "msg_1" } };
  const answer = await postSafely(address, {
    mostBytes: 1000,
    allowedPrivateHosts: [],
    signal,
    ...message,
    ...options,
  });
  return { status: answer.status, content: Buffer.from(answer.content).toString() };
}

test("an allowed site's answer comes whole, whatever its status, and learns nothing of the shop", async () => {
  const seen: unknown[] = [];
  const { host, url } = await serve(({ method, url, headers }, response) => {
    seen.push({ method, url, headers });
    response.writeHead(404, { "retry-after": "7" }).end("gone");
  });
  const answer = await get(`http://ada:secret@${host}/a?b=c#d`, { allowedPrivateHosts: [host] });
  expect({ ...answer, content: Buffer.from(answer.content).toString() }).toMatchObject({
    status: 404,
    headers: { "retry-after": "7" },
    content: "gone",
  });
  expect(seen).toEqual([
    {
      method: "GET",
      url: "/a?b=c",
      headers: {
        host,
        accept: "image/*",
        "accept-encoding": "identity",
        "user-agent": "Torg",
        connection: expect.any(String),
      },
    },
  ]);
  expect(url).toContain(host);
});

test("private addresses are refused however they are written, and nothing is sent there", async () => {
  let requests = 0;
  const { host } = await serve((_, response) => {
    requests += 1;
    response.end();
  });
  const port = host.split(":")[1];
  for (const name of ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "0"]) {
    const allowedPrivateHosts = ["127.0.0.1:1", "elsewhere.example:80"];
    await expect(get(`http://${name}:${port}/`, { allowedPrivateHosts })).rejects.toThrow("is a private address");
  }
  expect(requests).toBe(0);
});

test("each redirect is checked again", async () => {
  const inner = await serve((_, response) => response.end("secret"));
  const outer = await serve(({ url }, response) => {
    const to = { "/in": `${inner.url}/`, "/by-name": inner.url.replace("127.0.0.1", "localhost"), "/file": "file:///" };
    const location = to[url as keyof typeof to] ?? "end";
    if (url === "/end") response.end("reached");
    else response.writeHead(302, { location }).end();
  });
  const options = { allowedPrivateHosts: [outer.host] };
  await expect(get(`${outer.url}/in`, options)).rejects.toThrow("127.0.0.1 is a private address");
  await expect(get(`${outer.url}/by-name`, options)).rejects.toThrow("localhost is a private address");
  await expect(get(`${outer.url}/file`, options)).rejects.toThrow("This isn't a web address");
  expect(Buffer.from((await get(`${outer.url}/relative`, options)).content).toString()).toBe("reached");
});

test("a site that redirects without end is left after five redirects", async () => {
  let requests = 0;
  const { host, url } = await serve((_, response) => {
    requests += 1;
    response.writeHead(307, { location: `/${requests}` }).end();
  });
  await expect(get(url, { allowedPrivateHosts: [host] })).rejects.toThrow("redirects too often");
  expect(requests).toBe(6);
});

test("an answer that is too large is refused while it arrives, and a packed one at once", async () => {
  const { host, url } = await serve(({ url }, response) => {
    if (url === "/packed") response.setHeader("content-encoding", "gzip").end(gzipSync("0".repeat(1_000_000)));
    else {
      const send = () => response.write("x".repeat(400), (error) => error ?? setImmediate(send));
      send();
    }
  });
  const options = { allowedPrivateHosts: [host] };
  await expect(get(`${url}/endless`, options)).rejects.toMatchObject({ problem: "tooLarge" });
  await expect(get(`${url}/packed`, options)).rejects.toMatchObject({ problem: "packed" });
});

test("a site that doesn't answer in time is left", async () => {
  const { host, url } = await serve(async ({ url }, response) => {
    if (url === "/silent") return;
    for (let part = 0; response.writable && part < 100; part++) {
      response.write(".");
      await sleep(20);
    }
  });
  const options = { allowedPrivateHosts: [host] };
  const silent = get(`${url}/silent`, { ...options, limits: { idleMs: 50, wholeMs: 60_000 } });
  await expect(silent).rejects.toThrow("127.0.0.1 can't be reached");
  const slow = get(`${url}/slow`, { ...options, limits: { idleMs: 60_000, wholeMs: 100 } });
  await expect(slow).rejects.toThrow("127.0.0.1 takes too long to answer");
});

test("a site that isn't there can't be reached, and other addresses are no web addresses", async () => {
  const options = { allowedPrivateHosts: ["127.0.0.1:1"] };
  await expect(get("http://127.0.0.1:1/", options)).rejects.toMatchObject({ problem: "unreachable" });
  await expect(get("http://shop.invalid/")).rejects.toMatchObject({ problem: "unreachable" });
  for (const address of ["ftp://example.com/", "data:,x", "file:///etc/passwd", "/a.jpg", ""])
    await expect(get(address)).rejects.toMatchObject({ problem: "refused" });
});

test("who asked can stop it", async () => {
  const { host, url } = await serve(() => {});
  const abort = new AbortController();
  const answer = get(url, { allowedPrivateHosts: [host], signal: abort.signal });
  abort.abort(new Error("The shop stops"));
  await expect(answer).rejects.toThrow("The shop stops");
});

test("what is posted arrives whole with its headers, also behind redirects that repeat it", async () => {
  const seen: unknown[] = [];
  const { host, url } = await serve(async (request, response) => {
    const { method, url, headers } = request;
    if (url === "/moved") return void response.writeHead(308, { location: "/here" }).end();
    if (url === "/found") return void response.writeHead(302, { location: "/here" }).end("elsewhere");
    seen.push({ method, url, type: headers["content-type"], id: headers["webhook-id"], body: await text(request) });
    response.writeHead(201).end("thanks");
  });
  const options = { allowedPrivateHosts: [host] };
  expect(await post(`${url}/moved`, options)).toEqual({ status: 201, content: "thanks" });
  const sent = { type: "application/json", id: "msg_1", body: '{"type":"é"}' };
  expect(seen).toEqual([{ method: "POST", url: "/here", ...sent }]);
  expect(await post(`${url}/found`, options)).toEqual({ status: 302, content: "elsewhere" });
  expect(seen).toHaveLength(1);
});

test("nothing is posted to private addresses, also behind a redirect", async () => {
  let requests = 0;
  const inner = await serve((_, response) => {
    requests += 1;
    response.end();
  });
  const outer = await serve((_, response) => response.writeHead(307, { location: inner.url }).end());
  await expect(post(inner.url)).rejects.toThrow("127.0.0.1 is a private address");
  await expect(post(outer.url, { allowedPrivateHosts: [outer.host] })).rejects.toThrow(
    "127.0.0.1 is a private address",
  );
  expect(requests).toBe(0);
});

test("the status of an answer to a post counts, however large, packed or slow its content is", async () => {
  const { host, url } = await serve(({ url }, response) => {
    if (url === "/silent") return;
    if (url === "/packed")
      return void response.setHeader("content-encoding", "gzip").end(gzipSync("0".repeat(100_000)));
    response.write("started");
    if (url === "/hung") return;
    const send = () => response.write("x".repeat(400), (error) => error ?? setImmediate(send));
    send();
  });
  const options = { allowedPrivateHosts: [host], limits: { idleMs: 60_000, wholeMs: 200 } };
  expect(await post(`${url}/hung`, options)).toEqual({ status: 200, content: "started" });
  expect((await post(`${url}/endless`, { allowedPrivateHosts: [host] })).content).toHaveLength(1000);
  expect((await post(`${url}/packed`, { allowedPrivateHosts: [host] })).status).toBe(200);
  await expect(post(`${url}/silent`, options)).rejects.toThrow("127.0.0.1 takes too long to answer");
});
