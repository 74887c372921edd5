import { expect } from "vitest";
import products from "../catalog/products.json" with { type: "json" };
import { brotlied, gzipped, readPageFiles } from "./support/page-files.ts";
import { test } from "./support/running-shop-test.ts";

/** In bytes. React, React DOM and React Router alone are 108,000 of the scripts (`npm run bench -- client`); a page may have 15 % more. */
const budget = { scripts: 1.15 * 108_000, styles: 12_000, fonts: 60_000, html: 12_000 };

test.for(["/", "/products", `/products/${products[0]?.id}`, "/cart"])(
  "%s stays within the weight that its files may have",
  async (path, { shop }) => {
    const { html, scripts, styles, fonts } = await readPageFiles((file) => fetch(shop.url + file), path);
    expect(gzipped(scripts.values()), `scripts: ${[...scripts.keys()]}`).toBeLessThanOrEqual(budget.scripts);
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
