import { expect, test } from "vitest";
import { serve } from "../../tests/support/serve.ts";
import { platformProfile, servePlatform } from "../../tests/ucp/open-ucp-shop.ts";
import { createProfiles } from "./read-profiles.ts";

const version = "2026-04-08";

function profilesReaching(...hosts: string[]) {
  return createProfiles({ allowedPrivateHosts: hosts });
}

async function problemOf(reading: Promise<unknown>) {
  return reading.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}

test("a profile is fetched once, however many ask for it at once or later", async () => {
  const { host, profileUrl, requests } = await servePlatform();
  const profiles = profilesReaching(host);
  const read = await Promise.all(Array.from({ length: 20 }, () => profiles.read(profileUrl)));
  expect(read[0]).toMatchObject({ url: profileUrl, version });
  expect(read[0]?.capabilities.get("dev.ucp.shopping.cart")).toEqual([version]);
  await profiles.read(`${profileUrl}#other`);
  // It is less than a minute old.
  await profiles.read(profileUrl, true);
  expect(requests).toEqual(["/profile.json"]);
});

test.each([
  ["nothing", ""],
  ["no address", "..."],
  ["no web address", "file:///etc/passwd"],
  ["http", "http://platform.example/profile.json"],
  ["a name and password", "https://user:password@platform.example/profile.json"],
  ["a long address", `https://platform.example/${"a".repeat(3000)}`],
  ["this machine", "https://127.0.0.1/profile.json"],
  ["this machine by IPv6", "https://[::1]/profile.json"],
  ["this machine in other words", "https://2130706433/profile.json"],
  ["a private network", "https://10.0.0.1/profile.json"],
  ["a cloud's metadata", "https://169.254.169.254/latest/meta-data/"],
  ["a name of this machine", "https://localhost/profile.json"],
  ["a name that doesn't exist", "https://platform.invalid/profile.json"],
])("%s is no address of a profile", async (_, address) => {
  expect(await problemOf(profilesReaching().read(address))).toBe("invalid_profile_url");
});

test("a redirect isn't followed, wherever it leads", async () => {
  const { host, profileUrl } = await servePlatform();
  const redirecting = await serve((_, response) => response.writeHead(302, { location: profileUrl }).end());
  const profiles = profilesReaching(host, redirecting.host);
  expect(await problemOf(profiles.read(`${redirecting.url}/profile.json`))).toBe("profile_unreachable");
});

test("an answer that isn't one is unreachable, and isn't asked for again at once", async () => {
  const asked: string[] = [];
  const failing = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(500).end("{}");
  });
  const profiles = profilesReaching(failing.host);
  for (let time = 0; time < 3; time++)
    expect(await problemOf(profiles.read(`${failing.url}/a`))).toBe("profile_unreachable");
  expect(asked).toEqual(["/a"]);
  expect(await problemOf(profilesReaching("127.0.0.1:1").read("http://127.0.0.1:1/"))).toBe("profile_unreachable");
});

test.each([
  ["no JSON", "<html>"],
  ["another form", "[]"],
  ["no version", { ucp: {} }],
  ["a version that is none", { ucp: { version: "draft" } }],
  ["capabilities that are a list", { ucp: { version, capabilities: [] } }],
  ["a capability without a version", { ucp: { version, capabilities: { "dev.ucp.shopping.cart": [{}] } } }],
  ["keys that are none", { ...platformProfile(), signing_keys: "none" }],
  ["a megabyte", `"${"a".repeat(1_000_000)}"`],
  ["lists in each other", "[".repeat(30_000)],
])("%s is no profile", async (_, content) => {
  const { host, profileUrl } = await servePlatform(() => content);
  expect(await problemOf(profilesReaching(host).read(profileUrl))).toBe("profile_malformed");
});

test("a packed profile is no profile, as none was asked for", async () => {
  const { host, profileUrl } = await servePlatform(platformProfile, { "content-encoding": "gzip" });
  expect(await problemOf(profilesReaching(host).read(profileUrl))).toBe("profile_malformed");
});

test("of another version only the version is read", async () => {
  const old = { ucp: { version: "2026-01-11", capabilities: [{ name: "dev.ucp.shopping.order" }] } };
  const { host, profileUrl } = await servePlatform(() => old);
  expect(await profilesReaching(host).read(profileUrl)).toMatchObject({ version: "2026-01-11", keys: [] });
});

test("of a huge profile, little is kept", async () => {
  const capabilities = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `com.example.n${index}`,
      Array.from({ length: 2 }, () => ({ version })),
    ]),
  );
  const { host, profileUrl } = await servePlatform(() => ({ ucp: { version, capabilities } }));
  const { capabilities: kept } = await profilesReaching(host).read(profileUrl);
  expect(kept.size).toBe(100);
});

test("while many new platforms are being fetched, another new one has to wait, and known ones don't", async () => {
  const known = await servePlatform();
  const silent = await serve(() => {});
  const profiles = profilesReaching(known.host, silent.host);
  await profiles.read(known.profileUrl);
  const waiting = Array.from({ length: 16 }, (_, index) => problemOf(profiles.read(`${silent.url}/${index}`)));
  expect(await problemOf(profiles.read(`${silent.url}/another`))).toBe("busy");
  expect(await profiles.read(known.profileUrl)).toMatchObject({ version });
  expect(waiting).toHaveLength(16);
});
