import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const pictures = fileURLToPath(import.meta.resolve("../../catalog/pictures"));

test("mails have a JPEG of every picture of the sample catalog (catalog/studio/mail-pictures.mjs writes them)", () => {
  const webp = globSync("*/*-400.webp", { cwd: pictures });
  const jpeg = globSync("*/*-160.jpeg", { cwd: pictures });
  expect(webp.length).toBeGreaterThan(100);
  expect(jpeg.toSorted()).toEqual(webp.map((name) => name.replace("-400.webp", "-160.jpeg")).toSorted());
});
