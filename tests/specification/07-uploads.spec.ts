import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { openPage } from "../journeys/open-page.ts";
import { signUpVerified } from "../journeys/shopper.ts";
import { ownerRow } from "./owner-lists.ts";
import { pictureFile } from "./picture-file.ts";
import { test as base, expect } from "./trouble-test.ts";

interface Upload {
  file: Uint8Array;
  preset: unknown;
}

interface ImageHost {
  /** Where pictures are posted to. */
  uploadUrl: string;
  /** What came so far. */
  uploads: Upload[];
  /** From now on, it refuses whatever comes. */
  fail: () => void;
}

/** An image hosting service with the contract of docs/specification.md#7-requests: it keeps what it gets, and serves it. */
const test = base.extend<{ imageHost: ImageHost }>({
  imageHost: async ({ page: _ }, use) => {
    const uploads: Upload[] = [];
    let failing = false;
    const server = createServer(async (request, answer) => {
      if (request.method === "GET") return answer.end(uploads.at(-1)?.file);
      const form = await formOf(request);
      if (failing) return answer.writeHead(500).end();
      uploads.push({ file: await (form.get("file") as File).bytes(), preset: form.get("upload_preset") });
      answer.setHeader("content-type", "application/json");
      answer.end(JSON.stringify({ secure_url: `${address}/kept-${uploads.length}.webp`, width: 256 }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const fail = () => {
      failing = true;
    };
    await use({ uploadUrl: `${address}/upload`, uploads, fail });
    server.closeAllConnections();
    server.close();
  },
});

test("Profile image upload: POST multipart form with the fields file and upload_preset; secure_url becomes profilePicture", async ({
  page,
  shop,
}) => {
  const email = await signUpVerified(page, shop);
  await openPage(page, "/profile");
  const uploading = page.waitForResponse((response) => response.request().method() === "POST");
  await choosePictureAndSave(page);
  const answer = await uploading;
  expect(answer.request().headers()["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  const { secure_url: url } = await answer.json();
  await expect(page.getByText("Profile updated")).toBeVisible();
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ profilePicture: url });
  const picture = await page.request.get(url);
  expect(picture.headers()["content-type"]).toBe("image/webp");
});

test("Profile image upload: an image hosting service gets file and upload_preset, and its secure_url becomes profilePicture", async ({
  anotherServer,
  anotherBrowser,
  imageHost,
}) => {
  const shop = await anotherServer({ IMAGE_UPLOAD_URL: imageHost.uploadUrl, IMAGE_UPLOAD_PRESET: "profiles" });
  const page = await anotherBrowser({ baseURL: shop.url });
  const email = await signUpVerified(page, shop);
  await openPage(page, "/profile");
  await choosePictureAndSave(page);
  await expect(page.getByText("Profile updated")).toBeVisible();
  expect(imageHost.uploads).toHaveLength(1);
  const [{ file, preset } = { file: new Uint8Array(), preset: "" }] = imageHost.uploads;
  expect(preset).toBe("profiles");
  expect((await sharp(file).metadata()).format).toBe("webp");
  const url = imageHost.uploadUrl.replace("upload", "kept-1.webp");
  expect(await ownerRow(shop, "customers", "email", email)).toMatchObject({ profilePicture: url });
  await expect(page.getByRole("banner").getByRole("link", { name: "Profile" }).locator("img")).toHaveAttribute(
    "src",
    url,
  );
});

test("on upload failure the error is logged and told, the rest is saved, and the stored picture stays", async ({
  anotherServer,
  anotherBrowser,
  imageHost,
  problems,
}) => {
  const shop = await anotherServer({ IMAGE_UPLOAD_URL: imageHost.uploadUrl });
  const page = await anotherBrowser({ baseURL: shop.url });
  const email = await signUpVerified(page, shop);
  await openPage(page, "/profile");
  await choosePictureAndSave(page);
  await expect(page.getByText("Profile updated")).toBeVisible();
  imageHost.fail();
  problems.expect(/^502 POST \/profile\/picture$/);
  const logged = page.waitForEvent("console", (message) => message.text().startsWith("The picture was not uploaded"));
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("City").fill("Bodø");
  await choosePicture(page, "Replace picture");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Picture not uploaded")).toBeVisible();
  await logged;
  await expect(page.getByRole("region", { name: "Your data" })).toContainText("Bodø");
  await expect.poll(shop.printed).toContain("Picture not uploaded");
  const stored = await ownerRow(shop, "customers", "email", email);
  expect(stored).toMatchObject({ city: "Bodø", profilePicture: imageHost.uploadUrl.replace("upload", "kept-1.webp") });
});

async function choosePictureAndSave(page: Page) {
  await page.getByRole("button", { name: "Edit profile" }).click();
  await choosePicture(page, "Choose picture");
  await page.getByRole("button", { name: "Save" }).click();
}

async function choosePicture(page: Page, label: string) {
  await page.getByLabel(label).setInputFiles(await pictureFile());
}

async function formOf(request: IncomingMessage) {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return new Request("http://host", { method: "POST", headers, body: await buffer(request) }).formData();
}
