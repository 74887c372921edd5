import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect } from "vitest";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { setRole } from "#shop/owners/owners.ts";
import { catalogRecord, writeCatalog } from "./support/catalogs.ts";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { plain } from "./support/hostile-pictures.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test } from "./support/running-shop-test.ts";
import { toForm } from "./support/to-form.ts";

const screen = "/owner/products/coffee";
const eventually = { timeout: 60_000, interval: 100 };

/** A browser of an account, and the shop with one product, which has the pictures a and b. */
async function openAs(running: RunningShop, role: "owner" | "manager" | undefined) {
  const shop = await running.inside();
  const email = `${crypto.randomUUID()}@example.com`;
  await registerVerified(shop, { email });
  await setRole(shop, email, role, "command line");
  const images = ["https://cdn.example/a.jpg", "https://cdn.example/b.jpg"];
  await importCatalog(shop.db, await writeCatalog([catalogRecord({ thumbnail: images[0], images })]));
  const browser = plainBrowser(running.url, await signInCookies(shop, { email }));
  return { shop, browser, pictures: async () => (await readProduct(shop.db, "coffee"))?.images ?? [] };
}

type Browser = Awaited<ReturnType<typeof openAs>>["browser"];

/** The form of a product's screen with some fields changed and some files added. */
async function formOf(browser: Browser, typed: Record<string, string>, files: [name: string, content: Buffer][] = []) {
  const html = await (await browser.open(screen)).text();
  const form = new FormData();
  for (const field of ["title", "thumbnail", "images"]) {
    const [, seen = ""] = new RegExp(`name="original-${field}" value="([^"]*)"`).exec(html) ?? [];
    for (const name of [`original-${field}`, field]) form.set(name, seen.replaceAll("&amp;", "&"));
  }
  for (const [name, text] of Object.entries(typed)) form.set(name, text);
  for (const [name, content] of files) form.append("pictures", new Blob([new Uint8Array(content)]), name);
  return form;
}

/** A small file whose header claims 20,000 × 20,000 pixels. */
async function hugePng() {
  const png = await plain(64, 64).png().toBuffer();
  for (const place of [16, 20]) png.writeUInt32BE(20_000, place);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A picture with random content. */
const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 5 + Math.random() },
    },
  });

// Security: O12
test("uploading several files adds the pictures, names the rejected files, and keeps the form's input", async ({
  shop: running,
}) => {
  const { browser, pictures } = await openAs(running, "manager");
  const good = await photo(64, 48).png().toBuffer();
  const files: [string, Buffer][] = [
    ["good.png", good],
    ["half.jpg", (await photo(300, 300).jpeg().toBuffer()).subarray(0, 5000)],
    ["<script>alert(1)</script>.jpg", Buffer.from("<html><script>alert(1)</script>")],
    ["same.png", good],
    ["huge.png", await hugePng()],
    ["drawing.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["nothing.jpg", Buffer.alloc(500_000)],
    ["large.jpg", Buffer.alloc(12 * 1024 * 1024 + 1)],
  ];
  const answer = await browser.send(screen, await formOf(browser, { step: "upload", title: "Typed" }, files));
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).not.toContain("<script>");
  for (const told of [
    "1 picture added",
    "half.jpg: This picture file is damaged",
    "&lt;script&gt;alert(1)&lt;/script&gt;.jpg: This isn&#x27;t a picture",
    "huge.png: This picture is too large. The limit is 50 megapixels",
    "drawing.svg: This isn&#x27;t a picture",
    "nothing.jpg: This isn&#x27;t a picture",
    "large.jpg: This picture is too large. The limit is 12 MB",
    'value="Typed"',
  ]) {
    expect(page).toContain(told);
  }
  expect(await pictures()).toEqual([
    "https://cdn.example/a.jpg",
    "https://cdn.example/b.jpg",
    expect.stringMatching(/^\/pictures\/uploaded\/[\da-f]{32}-800\.webp\?thumbhash=[\w-]+$/),
  ]);
  const many = Array.from({ length: 12 }, (_, number): [string, Buffer] => [`${number}.jpg`, Buffer.from("none")]);
  const refused = await (await browser.send(screen, await formOf(browser, { step: "upload" }, many))).text();
  expect(refused).toContain("9.jpg: This isn&#x27;t a picture");
  expect(refused).toContain("11.jpg: You can upload 10 pictures at a time");
});

// Security: O12
test("a form with more than 40 MB of pictures is shown again with what was typed, and takes the pictures that fit", async ({
  shop: running,
}) => {
  const { browser, pictures } = await openAs(running, "manager");
  const files: [string, Buffer][] = [
    ["film.jpg", Buffer.alloc(45 * 1024 * 1024)],
    ["good.png", await photo(64, 48).png().toBuffer()],
    ...[1, 2, 3, 4].map((number): [string, Buffer] => [`${number}.jpg`, Buffer.alloc(11 * 1024 * 1024)]),
  ];
  const answer = await browser.send(screen, await formOf(browser, { step: "upload", title: "Typed" }, files));
  expect(answer.status).toBe(422);
  const page = await answer.text();
  for (const told of [
    "1 picture added",
    "film.jpg: This picture is too large. The limit is 12 MB",
    "3.jpg: This isn&#x27;t a picture",
    "4.jpg: You can upload 40 MB of pictures at a time. Please upload this one again.",
    'value="Typed"',
  ])
    expect(page).toContain(told);
  expect(await pictures()).toHaveLength(3);

  const category = toForm({ slug: "bowls", kind: "category", name: "Bowls" });
  category.set("picture-file", new Blob([new Uint8Array(45 * 1024 * 1024)]), "film.jpg");
  // Fields also come after files.
  category.set("description", "Round");
  const refused = await browser.send("/owner/categories/new", category);
  expect(refused.status).toBe(422);
  const again = await refused.text();
  for (const told of ["This picture is too large. The limit is 12 MB", 'value="Bowls"', "Round</textarea>"])
    expect(again).toContain(told);

  const text = toForm({ name: "x".repeat(42 * 1024 * 1024) });
  const tooLong = await browser.send("/owner/categories/new", text);
  expect(tooLong.status).toBe(413);
  expect(await tooLong.text()).toContain("Press Back in your browser");
});

// Security: O13
test("a new product takes its pictures with its first form, and a form that isn't saved keeps them", async ({
  shop: running,
}) => {
  const { shop, browser } = await openAs(running, "manager");
  const send = (typed: Record<string, string>, files: [name: string, content: Buffer][]) => {
    const form = new FormData();
    for (const [name, text] of Object.entries({ title: "Two Pictures", category: "groceries", ...typed }))
      form.set(name, text);
    for (const [name, content] of files) form.append("pictures", new Blob([new Uint8Array(content)]), name);
    return browser.send("/owner/products/new", form);
  };
  const good = await photo(64, 48).png().toBuffer();
  const refused = await send({ price: "" }, [
    ["good.png", good],
    ["drawing.svg", Buffer.from("<svg/>")],
  ]);
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page).toContain("drawing.svg: This isn&#x27;t a picture");
  const [, images = ""] = /<textarea[^>]*name="images"[^>]*>([^<]*)</.exec(page) ?? [];
  expect(images).toMatch(/^\/pictures\/uploaded\/\S+$/);
  const typed = { price: "8", stock: "2", images, thumbnail: images };
  const added = await send(typed, [["other.png", await photo(48, 64).png().toBuffer()]]);
  expect(added.headers.get("location")).toBe("/owner/products/two-pictures");
  const product = await readProduct(shop.db, "two-pictures");
  expect(product).toMatchObject({ thumbnail: images });
  expect(product?.images).toEqual([images, expect.stringMatching(/^\/pictures\/uploaded\//)]);
});

test("an uploaded picture loses its metadata, is upright, and is served in all sizes", async ({ shop: running }) => {
  const { browser, shop, pictures } = await openAs(running, "owner");
  const camera = { IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "59/1 54/1 0/1" } };
  // Its left half is red, which the camera's note makes the upper one.
  const sent = await sharp({ create: { width: 450, height: 300, channels: 3, background: "#f00" } })
    .extend({ right: 450, background: "#00f" })
    .jpeg()
    .withExif(camera)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(sent).metadata()).exif?.toString("latin1")).toContain("Camera");
  const answer = await browser.send(screen, await formOf(browser, { title: "With Picture" }, [["photo.jpg", sent]]));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, screen]);
  expect((await readProduct(shop.db, "coffee"))?.title).toBe("With Picture");
  const address = (await pictures()).at(-1) ?? "";
  const [, stem] = /^(.*)-800\.webp/.exec(address) ?? [];
  // Until its sizes are ready, another size is served without caching.
  expect((await fetch(running.url + address)).status).toBe(200);
  const done = async () => !(await (await browser.open(screen)).text()).includes("sizes ready");
  await expect.poll(done, eventually).toBe(true);
  for (const [name, type, side] of [
    ["400.webp", "image/webp", 300],
    ["800.webp", "image/webp", 300],
    ["1200.avif", "image/avif", 300],
    ["160.jpeg", "image/jpeg", 160],
  ] as const) {
    const file = await fetch(`${running.url}${stem}-${name}`);
    expect(file.headers.get("content-type")).toBe(type);
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const picture = sharp(await file.arrayBuffer());
    const { width, height, exif } = await picture.metadata();
    expect({ width, height, exif }).toEqual({ width: side, height: side, exif: undefined });
    const [red] = await picture
      .extract({ left: side / 2, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(200);
    const again = await fetch(`${running.url}${stem}-${name}`, {
      headers: { "if-none-match": file.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  }
  const html = async () => (await fetch(`${running.url}/products/coffee`)).text();
  await expect
    .poll(html, eventually)
    .toContain(`${stem}-400.avif 400w, ${stem}-800.avif 800w, ${stem}-1200.avif 1200w`);
  for (const other of [
    "",
    "/",
    `/${stem?.slice(-32)}`,
    `/${stem?.slice(-32)}-100.webp`,
    `/${"0".repeat(32)}-800.webp`,
  ]) {
    expect((await fetch(`${running.url}/pictures/uploaded${other}`)).status, other).toBe(404);
  }
});

test("pictures can be moved and removed; a stale form shows a conflict, and pressing twice acts once", async ({
  shop: running,
}) => {
  const [first, second] = [await openAs(running, "owner"), await openAs(running, "manager")];
  const seenBefore = await formOf(first.browser, { step: "remove 1" });
  const later = await formOf(second.browser, { step: "later 1" });
  const both = await Promise.all([second.browser.send(screen, later), second.browser.send(screen, later)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await first.pictures()).toEqual(["https://cdn.example/b.jpg", "https://cdn.example/a.jpg"]);
  expect((await readProduct(first.shop.db, "coffee"))?.thumbnail).toBe("https://cdn.example/b.jpg");
  const told = await first.browser.send(screen, seenBefore);
  expect(told.status).toBe(422);
  expect(await told.text()).toContain("Someone else changed the pictures");
  expect(await first.pictures()).toHaveLength(2);
  await first.browser.send(screen, await formOf(first.browser, { step: "remove 1" }));
  expect(await first.pictures()).toEqual(["https://cdn.example/a.jpg"]);
  await first.browser.send(screen, await formOf(first.browser, { step: "remove 1" }));
  expect(await readProduct(first.shop.db, "coffee")).toMatchObject({ images: [], thumbnail: "/no-picture.svg" });
});

// Security: O12
test("the same file sent twice at once becomes one picture, and customers can't upload", async ({ shop: running }) => {
  const { browser, pictures } = await openAs(running, "owner");
  const file: [string, Buffer][] = [["photo.png", await photo(500, 500).png().toBuffer()]];
  const form = await formOf(browser, { step: "upload" }, file);
  const answers = await Promise.all([1, 2].map(() => browser.send(screen, form)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await pictures()).toHaveLength(3);
  const { browser: shopper } = await openAs(running, undefined);
  for (const visitor of [shopper, plainBrowser(running.url)]) {
    expect((await visitor.sendForm(screen, { step: "remove 1" })).status).toBe(404);
    expect((await visitor.sendForm(screen, { pictures: "x".repeat(100_000) })).status).toBe(413);
  }
  expect(await pictures()).toHaveLength(2);
});

test("a category's picture is kept when another field is wrong, a bad one keeps the old, and it can be removed", async ({
  shop: running,
}) => {
  const { browser, shop } = await openAs(running, "manager");
  const path = "/owner/categories/new";
  const form = (fields: Record<string, string>, file?: Buffer) => {
    const form = toForm(fields);
    if (file) form.set("picture-file", new Blob([new Uint8Array(file)]), "<b>tile.jpg");
    return form;
  };
  const post = async (at: string, fields: Record<string, string>, file?: Buffer) => {
    const answer = await browser.send(at, form(fields, file));
    const html = await answer.text();
    const [, picture = ""] = /name="picture" value="([^"]*)"/.exec(html) ?? [];
    return { status: answer.status, html, picture: picture.replaceAll("&amp;", "&") };
  };
  const fields = { name: "Bowls", slug: "bowls", kind: "category" };
  const unnamed = await post(path, { ...fields, name: "" }, await photo(300, 200).jpeg().toBuffer());
  expect(unnamed.status).toBe(422);
  expect(unnamed.picture).toMatch(/^\/pictures\/uploaded\//);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const refused = await post(path, { ...fields, picture: unnamed.picture }, svg);
  expect(refused).toMatchObject({ status: 422, picture: unnamed.picture });
  expect(refused.html).toContain("Please choose a .jpg");
  expect(refused.html).toContain('value="Bowls"');
  const foreign = await post(path, { ...fields, picture: "https://tracker.example/x-800.webp" });
  expect([foreign.status, foreign.html.includes("Choose a picture file")]).toEqual([422, true]);
  expect((await post(path, { ...fields, picture: unnamed.picture })).status).toBe(303);
  const saved = async () =>
    (await shop.db.selectFrom("categories").select("picture").where("slug", "=", "bowls").executeTakeFirst())?.picture;
  expect(await saved()).toBe(unnamed.picture);
  const original = JSON.stringify({ name: "Bowls", slug: "bowls", picture: unnamed.picture });
  const removed = await post("/owner/categories/bowls", { ...fields, original, "picture-remove": "on" });
  expect(removed.status).toBe(303);
  expect(await saved()).toBeNull();
});
