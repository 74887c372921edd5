import { execFile } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { pictureMessages } from "#shop/pictures/picture-rules.ts";
import { removeUnnamed } from "#shop/pictures/storage/remove-unnamed.ts";
import { uploadedId, uploadPicture } from "#shop/pictures/uploaded-pictures.ts";
import { catalogRecord, writeCatalog } from "./support/catalogs.ts";
import { decodeHtml } from "./support/decode-html.ts";
import { plain } from "./support/hostile-pictures.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { openRunningShop } from "./support/running-shop.ts";
import { refuseAll, startS3 } from "./support/s3-server.ts";
import { withPath } from "./support/server-process.ts";

const screen = "/owner/products/coffee";
const forever = new AbortController().signal;

test("an owner's upload is served from storage as from the database; while storage is away, only pictures are missing", async () => {
  const s3 = await startS3();
  const { shop, upload, pictures } = await openShop({ S3_URL: s3.url });
  expect(await (await upload(await picture(300))).text()).toContain("1 picture added");
  const [address = ""] = await pictures();
  const served = await fetch(shop.url + address.replace("-800.webp", "-400.webp"));
  expect([served.status, served.headers.get("content-type"), served.headers.get("etag")]).toEqual([
    200,
    "image/webp",
    expect.stringMatching(/^"[\da-f]{32}-400\.webp"$/),
  ]);
  expect(s3.asked.filter((asked) => asked.startsWith("PUT uploaded/")).length).toBeGreaterThanOrEqual(2);
  const again = await openShop({ S3_URL: s3.url, DATA_DIR: shop.dataFolder });
  s3.intercept = refuseAll;
  const missing = await fetch(again.shop.url + address);
  expect([missing.status, missing.headers.get("retry-after"), missing.headers.get("cache-control")]).toEqual([
    503,
    "5",
    "no-store",
  ]);
  expect((await fetch(`${again.shop.url}/products/coffee`)).status).toBe(200);
  const refused = await again.upload(await picture(200));
  expect(refused.status).toBe(422);
  expect(decodeHtml(await refused.text())).toMatch(
    new RegExp(`value="Typed"[^]*chosen.jpg: ${pictureMessages.unsaved}`),
  );
  expect(await pictures()).toEqual([address]);
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
  expect(await s3.keys()).toEqual([]);
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

test.each(["s3", "database"])(
  "a move to the %s that is killed loses nothing, and goes on when it is run again",
  async (to) => {
    const s3 = await startS3();
    const { shop } = await openShop(to === "s3" ? {} : { S3_URL: s3.url });
    const inside = await shop.inside();
    const addresses: string[] = [];
    for (let size = 20; size < 24; size++) {
      addresses.push(await uploadPicture(inside, await picture(size), "square", forever));
    }
    const before = await readAll(shop.url, addresses);
    const move = () => startCommand({ ...shop.environment, S3_URL: s3.url }, "pictures", "--move-to", to);
    await new Promise<void>((resolve) => {
      let requests = 0;
      s3.intercept = ({ method }) => {
        if (method !== (to === "s3" ? "PUT" : "GET") || ++requests < 6) return false;
        killed.kill("SIGKILL");
        once(killed, "exit").then(() => resolve());
        return new Promise(() => {});
      };
      const killed = move();
    });
    s3.intercept = () => false;
    const again = move();
    await once(again, "exit");
    expect(again.exitCode).toBe(0);
    const { shop: moved } = await openShop({ DATA_DIR: shop.dataFolder, ...(to === "s3" && { S3_URL: s3.url }) });
    expect(await readAll(moved.url, addresses)).toEqual(before);
  },
);

/** A shop with a product, and an owner who uploads pictures of it in the form. */
async function openShop(environment: Record<string, string>) {
  const { shop, close } = await openRunningShop("sqlite", environment);
  onTestFinished(close);
  const inside = await shop.inside();
  const { DATA_DIR: isSecond } = environment;
  if (!isSecond) await importCatalog(inside.db, await writeCatalog([catalogRecord()]));
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

function readAll(url: string, addresses: string[]) {
  return Promise.all(addresses.map(async (address) => Buffer.from(await (await fetch(url + address)).arrayBuffer())));
}

function startCommand(environment: Record<string, string>, ...args: string[]) {
  return execFile(process.execPath, ["cli/main.ts", ...args], { env: withPath(environment) });
}
