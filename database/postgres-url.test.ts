import fc from "fast-check";
import { expect, test } from "vitest";
import { forReading, isDatabaseUrl, needsWrites, placeOfUrl, serverUrls } from "./postgres-url.ts";

test.each([
  ["postgres://torg:pw@db.example/torg", ["postgres://torg:pw@db.example/torg"], "db.example/torg"],
  [
    "postgres://torg@a:5432,b:5433/torg",
    ["postgres://torg@a:5432/torg", "postgres://torg@b:5433/torg"],
    "a:5432,b:5433/torg",
  ],
  [
    "postgres://[::1]:5432,[::2]/torg",
    ["postgres://[::1]:5432/torg", "postgres://[::2]/torg"],
    "[::1]:5432,[::2]/torg",
  ],
  [
    "postgresql://to,rg:p,w@p@a,b/torg?sslmode=verify-full",
    ["postgresql://to,rg:p,w%40p@a/torg?sslmode=verify-full", "postgresql://to,rg:p,w%40p@b/torg?sslmode=verify-full"],
    "a,b/torg",
  ],
  ["postgres:///torg?host=/run/postgresql", ["postgres:///torg?host=/run/postgresql"], "/torg"],
])("%s has the servers %j", (databaseUrl, urls, place) => {
  expect(serverUrls(databaseUrl).map(({ href }) => href)).toEqual(urls);
  expect(placeOfUrl(databaseUrl)).toBe(place);
});

test.each([
  ["postgres://a/torg", false],
  ["postgres://a/torg?target_session_attrs=read-write", true],
  ["postgres://a,b/torg", true],
  ["postgres://a,b/torg?target_session_attrs=any", false],
])("%s needs a server that accepts writes: %j", (databaseUrl, isNeeded) => {
  expect(needsWrites(serverUrls(databaseUrl))).toBe(isNeeded);
});

test.each([
  ["postgres://a,b/torg", "postgres://a,b/torg?target_session_attrs=any"],
  ["postgres://a/torg?sslmode=require", "postgres://a/torg?sslmode=require&target_session_attrs=any"],
  ["postgres://a,b/torg?target_session_attrs=read-write", "postgres://a,b/torg?target_session_attrs=read-write"],
])("for reading, %s is %s", (databaseUrl, forAny) => {
  expect(forReading(databaseUrl)).toBe(forAny);
});

test("any text is a database URL or not, and a URL of one server is as it was", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^postgres:\/\/[a-c,:@/?]*$/)), (text) => {
      if (!isDatabaseUrl(text) || text.includes(",")) return;
      expect(serverUrls(text)).toEqual([new URL(text)]);
    }),
  );
});
