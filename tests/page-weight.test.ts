import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import products from "../catalog/products.json" with { type: "json" };
import { projectFolder } from "../server/environment/config.ts";
import recorded from "./module-sizes.json" with { type: "json" };
import { brotlied, gzipped, readPageFiles } from "./support/page-files.ts";
import { describeScripts, type ModuleSizes } from "./support/page-growth.ts";
import { test } from "./support/running-shop-test.ts";

/**
 * In bytes. React, React DOM and React Router alone are 108,000 of the scripts (the empty app of `npm run bench -- client`); a page may have
 * 25 % more. See docs/decisions/0033.
 */
const budget = { scripts: 1.25 * 108_000, styles: 12_000, fonts: 60_000, html: 13_000 };

test.for(["/", "/products", `/products/${products[0]?.id}`, "/cart"])(
  "%s stays within the weight that its files may have",
  async (path, { shop }) => {
    const { html, scripts, styles, fonts } = await readPageFiles((file) => fetch(shop.url + file), path);
    const growth = describeScripts(scripts, await readModuleSizes(), recorded);
    expect(gzipped(scripts.values()), `the scripts of ${path}\n${growth}\n`).toBeLessThanOrEqual(budget.scripts);
    expect(gzipped(styles.values()), "styles").toBeLessThanOrEqual(budget.styles);
    expect(
      Array.from(fonts.values()).reduce((sum, font) => sum + font.length, 0),
      "fonts",
    ).toBeLessThanOrEqual(budget.fonts);
    expect(brotlied([html], 5), "the page itself").toBeLessThanOrEqual(budget.html);
    expect(html, "what is at its end isn't asked for at its beginning").not.toMatch(
      /rel="preload" as="image" href="\/assets\//,
    );
    for (const files of [scripts, styles, fonts]) expect(files.size).toBeGreaterThan(0);
  },
);

test("a page that is too heavy names its scripts, and by how much which of their modules grew", async ({ shop }) => {
  const { scripts } = await readPageFiles((file) => fetch(shop.url + file), "/products");
  const sizes = await readModuleSizes();
  const before: Record<string, Record<string, number>> = structuredClone(sizes);
  const { "app/root.tsx": root = 0, "app/page/toasts.ts": toasts = 0 } = before.shop ?? {};
  const { "ui/picture.tsx": picture = 0, ...display } = before["product-display"] ?? {};
  const { "app/routes/products.tsx": list = 0, ...products } = before.products ?? {};
  before.shop = { ...before.shop, "app/root.tsx": root - 300, "app/page/toasts.ts": toasts + 100 };
  before.checkout = { ...before.checkout, "ui/picture.tsx": picture };
  const described = describeScripts(scripts, sizes, { ...before, "product-display": display, products });
  expect(described).toContain(`
  +${list} app/routes/products.tsx (new)
  +${picture} ui/picture.tsx (was in checkout)
  +300 app/root.tsx (${root - 300} → ${root})
`);
  for (const [file, content] of scripts) expect(described).toContain(`  ${gzipped([content])} ${file}`);
});

test("no browser script uses Temporal, which Safari lacks", async () => {
  const assets = join(projectFolder, "build/client/assets");
  const scripts = (await readdir(assets)).filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const script of scripts) expect(await readFile(join(assets, script), "utf8"), script).not.toContain("Temporal");
});

async function readModuleSizes(): Promise<ModuleSizes> {
  return JSON.parse(await readFile(join(projectFolder, "build/module-sizes.json"), "utf8"));
}
