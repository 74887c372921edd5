import { expect, test } from "vitest";
import { signUpForm } from "#shop/accounts/account-forms.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { fitForm } from "./fit-form.server.ts";
import { readFields, readForm } from "./posted-form.server.ts";

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data; boundary=edge";

function post(body: string, type = urlEncoded) {
  // Bytes, unlike a text, have no type of their own.
  const bytes = new TextEncoder().encode(body);
  const headers = type ? { "content-type": type } : undefined;
  return new Request("http://shop.example/contact", { method: "POST", body: bytes, headers });
}

function part(name: string, headers = "") {
  return `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\nvalue\r\n`;
}

async function statusOf(request: Request) {
  const answer = await readForm(request).catch((thrown) => thrown.init?.status);
  return answer instanceof FormData ? 200 : answer;
}

test("a form of 100 fields is read whole, in both encodings", async () => {
  const fields = Array.from({ length: 100 }, (_, number) => `field${number}`);
  const pairs = await readForm(post(fields.map((name) => `${name}=value`).join("&")));
  const parts = await readForm(post(`${fields.map((name) => part(name)).join("")}--edge--\r\n`, multipart));
  for (const form of [pairs, parts]) expect([...form]).toEqual(fields.map((name) => [name, "value"]));
});

// Security: 11.1.4
test.each([
  ["101 fields", "a=b&".repeat(100), urlEncoded, 413],
  ["8,000 empty fields", "&".repeat(8000), urlEncoded, 413],
  ["262,000 fields", "a&".repeat(262_000), urlEncoded, 413],
  ["101 parts", `${part("a").repeat(101)}--edge--\r\n`, multipart, 413],
  ["100,000 parts", `${part("a").repeat(100_000)}--edge--\r\n`, multipart, 413],
  ["101 parts with a quoted boundary", part("a").repeat(101), 'Multipart/Form-Data; x=y; boundary="edge"', 413],
  ["a part with a million headers", `${part("a", "X: y\r\n".repeat(1_000_000))}--edge--\r\n`, multipart, 413],
  ["a header without an end", `--edge\r\nX: ${"y".repeat(1_000_000)}`, multipart, 400],
  ["a name of a megabyte", `${part("a".repeat(1_000_000))}--edge--\r\n`, multipart, 413],
  ["parts without a named boundary", `${part("a")}--edge--\r\n`, "multipart/form-data", 400],
  ["parts without an end", part("a"), multipart, 400],
  ["another boundary's parts", `${part("a").repeat(200)}--edge--\r\n`, "multipart/form-data; boundary=other", 400],
  ["JSON", '{"a":"b"}', "application/json", 400],
  ["plain text", "a=b", "text/plain;charset=UTF-8", 400],
  ["no type", "a=b", "", 400],
  ["a type that is none", "a=b", ";", 400],
])("%s are refused unparsed", async (_, body, type, status) => {
  expect(await statusOf(post(body, type))).toBe(status);
});

test("what isn't a form isn't even read", async () => {
  const request = post("a=b", "application/json");
  await statusOf(request);
  expect(request.bodyUsed).toBe(false);
});

test("a file with every byte value, and text that looks like form parts, is read unchanged", async () => {
  const bytes = Buffer.from(
    Array.from({ length: 300_000 }, (_, at) => (at * 7 + (at >> 8)) % 256)
      .map((byte) => String.fromCharCode(byte))
      .join("") + "\r\n--other\r\n\r\n".repeat(500),
    "latin1",
  );
  const sent = new FormData();
  sent.set("file", new Blob([bytes]), "picture.png");
  const form = await readForm(new Request("http://shop.example/profile/picture", { method: "POST", body: sent }));
  const file = form.get("file") as File;
  expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
});

test("a page shows again all that was typed but passwords, also in a shop with several countries", async () => {
  for (const countries of [defaultCountries, [...defaultCountries, { code: "SE", name: "Sweden" }]]) {
    const form = signUpForm("2026-11-20", countries);
    const { typed } = await readFields(post("email=ada@example.com&city=Lund&password=secret"), form);
    expect(typed).toMatchObject({ email: "ada@example.com", city: "Lund", street: "" });
    expect(Object.values(typed)).not.toContain("secret");
  }
});

test("a part without a name is read as one with an empty name, and no text is cut to fit", async () => {
  const unnamed = `--edge\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--edge--\r\n`;
  const fitting = await fitForm(post(unnamed, multipart), { texts: 5, files: 0 });
  expect(fitting && [...(await readForm(fitting))]).toEqual([["", "value"]]);
  expect(await fitForm(post(unnamed, multipart), { texts: 4, files: 0 })).toBeUndefined();
});
