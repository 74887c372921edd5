import { lazy, type ReactNode, Suspense } from "react";
import { expect, test } from "vitest";
import { renderWhole } from "./render-whole.server.ts";

const { signal } = new AbortController();

test.each([[], ["/entry.js"]])("a page is a whole document, with what it waits for: scripts %j", async (...modules) => {
  const Late = lazy(async () => ({ default: () => <p>late</p> }));
  const document = (children: ReactNode) => (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
  expect(String(await renderWhole(document("at once"), signal, modules))).toMatch(
    /^<!DOCTYPE html><html.*at once.*<\/html>$/,
  );
  const page = await renderWhole(
    document(
      <Suspense fallback="waiting">
        <Late />
      </Suspense>,
    ),
    signal,
    modules,
  );
  expect(String(page)).toContain("<p>late</p>");
  expect(String(page)).not.toContain("waiting");
});

test("rendering rejects with the error that a page throws", async () => {
  function Broken(): ReactNode {
    throw new Error("broken");
  }
  await expect(renderWhole(<Broken />, signal)).rejects.toThrow("broken");
});
