import { expect, onTestFinished, test } from "vitest";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { pictureMessages } from "#shop/pictures/picture-rules.ts";
import { removeUnnamed } from "#shop/pictures/storage/remove-unnamed.ts";
import { uploadedId } from "#shop/pictures/uploaded-pictures.ts";
import { catalogRecord, writeCatalog } from "./support/catalogs.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { plain } from "./support/hostile-pictures.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { openRunningShop } from "./support/running-shop.ts";
import { refuseAll, startS3 } from "./support/s3-server.ts";

const screen = "/owner/products/coffee";

test("an owner's upload is served from storage as from the database; while storage is away, only pictures are missing", async () => {
  const s3 = await startS3();
  const { shop, upload, pictures } = await openShop({ S3_URL: s3.url });
  expect(await (await upload(await picture(300))).text()).toContain("1 picture added");
  const [address = ""] = await pictures();

  s3.intercept = refuseAll;
  const missing = await fetch(shop.url + address);
  expect([missing.status, missing.headers.get("retry-after"), missing.headers.get("cache-control")]).toEqual([
    503,
    "5",
    "no-store",
  ]);
  expect((await fetch(`${shop.url}/products/coffee`)).status).toBe(200);
  const refused = await upload(await picture(200));
  expect(refused.status).toBe(422);
  expect(decodeHtml(await refused.text())).toMatch(
    new RegExp(`value="Typed"[^]*chosen.jpg: ${pictureMessages.unsaved}`),
  );
  expect(await pictures()).toEqual([address]);

  s3.intercept = () => false;
  await expect.poll(async () => (await fetch(shop.url + address)).status).toBe(200);
  const { headers } = await fetch(shop.url + address.replace("-800.webp", "-400.webp"));
  expect([headers.get("content-type"), headers.get("etag")]).toEqual([
    "image/webp",
    expect.stringMatching(/^"[\da-f]{32}-400\.webp"$/),
  ]);
});

test("a server that is killed while it uploads leaves objects without names, which go a day later", async () => {
  const s3 = await startS3();
  const { shop, upload, pictures } = await openShop({ S3_URL: s3.url });
  const restart = await new Promise<Awaited<ReturnType<typeof shop.kill>>>((resolve) => {
    s3.intercept = ({ method, url = "" }) => {
      if (method !== "PUT" || !url.includes("-master")) return false;
      resolve(shop.kill());
      return new Promise(() => {});
    };
    void picture(300)
      .then(upload)
      .catch(() => {});
  });
  s3.intercept = () => false;
  await (await restart)();
  const inside = await shop.inside();
  expect(await pictures()).toEqual([]);
  expect(await inside.db.selectFrom("productPictures").selectAll().execute()).toEqual([]);
  await inside.db.updateTable("unnamedObjects").set({ since: 1 }).execute();
  await removeUnnamed(inside);
  expect((await s3.keys()).filter((key) => key !== "check")).toEqual([]);
  expect(await (await upload(await picture(300))).text()).toContain("1 picture added");
});

test("wrong keys are logged in one line when the shop opens, which goes on without pictures, and secrets are in no line", async () => {
  const s3 = await startS3();
  const { shop, upload } = await openShop({ S3_URL: s3.url.replace(":S3RVER@", ":my-secret-key@") });
  const problem =
    /"level":"error".*The picture storage http:\/\/127\.0\.0\.1:\d+\/pictures\/shop\/ answers 403 SignatureDoesNotMatch/;
  await expect.poll(() => shop.printed().match(new RegExp(problem, "g"))).toHaveLength(1);
  expect(decodeHtml(await (await upload(await picture(300))).text())).toContain(pictureMessages.unsaved);
  expect(shop.printed()).not.toContain("my-secret-key");
});

/** A shop with a product, and an owner who uploads pictures of it in the form. */
async function openShop(environment: Record<string, string>) {
  const { shop, close } = await openRunningShop("sqlite", environment);
  onTestFinished(close);
  const inside = await shop.inside();
  await importCatalog(inside.db, await writeCatalog([catalogRecord()]));
  const browser = await ownerBrowser(shop);
  return {
    shop,
    upload(file: Buffer) {
      const form = new FormData();
      form.set("step", "upload");
      form.set("title", "Typed");
      form.append("pictures", new Blob([new Uint8Array(file)]), "chosen.jpg");
      return browser.send(screen, form);
    },
    pictures: async () => (await readProduct(inside.db, "coffee"))?.images.filter(uploadedId) ?? [],
  };
}

const picture = (size: number) => plain(size, size).jpeg().toBuffer();
