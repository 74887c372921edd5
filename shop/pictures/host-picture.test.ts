import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { hostPicture } from "./host-picture.ts";

const webp = new Uint8Array([1, 2, 3]);
const forever = new AbortController().signal;

/** An image hosting service with one answer for everything, until the test's end. */
async function startHost(status: number, answer: string) {
  const forms: FormData[] = [];
  const server = createServer(async (request, response) => {
    forms.push(await formOf(request));
    response.writeHead(status, { "content-type": "application/json" }).end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`, forms };
}

async function formOf(request: IncomingMessage) {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(await buffer(request)), { headers }).formData();
}

// Security: 12.6.1
test("a picture is posted as file with its upload_preset, and secure_url is its address", async () => {
  const { url, forms } = await startHost(200, '{"secure_url":"https://img.example/ada.webp","bytes":3}');
  expect(await hostPicture(webp, url, "profile-pictures", forever)).toBe("https://img.example/ada.webp");
  const [form] = forms;
  expect([...(form?.keys() ?? [])].toSorted()).toEqual(["file", "upload_preset"]);
  expect(form?.get("upload_preset")).toBe("profile-pictures");
  const file = form?.get("file") as File;
  expect(await file.bytes()).toEqual(webp);
});

// Security: 5.2.6
test.each([
  ["an error", 500, '{"secure_url":"https://img.example/ada.webp"}'],
  ["no address", 200, "{}"],
  ["an address that browsers would run", 200, '{"secure_url":"javascript:alert(1)"}'],
  ["no JSON", 200, "<html>"],
])("an answer with %s fails the upload", async (_, status, answer) => {
  const { url } = await startHost(status, answer);
  await expect(hostPicture(webp, url, "profile-pictures", forever)).rejects.toThrow();
});

test("a service that isn't there fails the upload", async () => {
  await expect(hostPicture(webp, "http://127.0.0.1:1/upload", "profile-pictures", forever)).rejects.toThrow();
});
