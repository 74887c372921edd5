import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { archiveProduct } from "#shop/catalog/products/archive-product.ts";
import { uploadPicture } from "#shop/pictures/uploaded-pictures.ts";
import { importProducts, productOf } from "./journeys/owner.ts";
import { importRecords } from "./support/catalogs.ts";
import { exceptCategory } from "./support/except-category.ts";
import { headOf } from "./support/page-head.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { publicUrl, test } from "./support/running-shop-test.ts";
import { setDelivery } from "./support/set-delivery.ts";
import { setSettings } from "./support/set-settings.ts";
import { setUpDelivery } from "./support/set-up-delivery.ts";
import { structuredDataProblems } from "./support/structured-data-problems.ts";

const heroPicture = `${publicUrl}/pictures/home-hero/main-1200.jpeg`;

const listed = [
  ["/", "/", "Torg – Beauty, fragrances, furniture and groceries"],
  ["/about", "/about", "About – Torg"],
  ["/about/?from=mail", "/about", "About – Torg"],
  ["/contact", "/contact", "Contact – Torg"],
  ["/products", "/products", "Products – Torg"],
  ["/products?sort=name", "/products", "Products – Torg"],
  ["/products?filter=nonsense&page=1", "/products", "Products – Torg"],
  ["/products?page=2", "/products?page=2", "Products, page 2 – Torg"],
  ["/products?sort=rating&page=2", "/products?page=2", "Products, page 2 – Torg"],
  ["/products?filter=onSale", "/products?filter=onSale", "On sale – Torg"],
  ["/products?filter=anyBrand", "/products?filter=anyBrand", "Any brand – Torg"],
  ["/products?filter=brand-eik-ask", "/products?filter=brand-eik-ask", "Eik & Ask – Torg"],
] as const;

test.for(listed)("%s has the canonical address %s and the title “%s”", async ([path, address, title], { shop }) => {
  const head = await readHead(shop, path);
  expect(head.title).toBe(title);
  expect(head.link("canonical")).toBe(publicUrl + address);
  expect(head.meta("robots")).toBeUndefined();
  expect(head.meta("og:url")).toBe(publicUrl + address);
  expect(head.meta("og:site_name")).toBe("Torg");
  expect(head.meta("og:type")).toBe("website");
  expect(head.meta("og:title")).not.toBe("");
  expect(head.meta("og:description")).toBe(head.meta("description"));
  expect(head.meta("og:image")).toBe(heroPicture);
  expect(head.meta("og:image:width")).toBe("1200");
  expect(head.meta("og:image:height")).toBe("750");
  expect(head.meta("og:image:type")).toBe("image/jpeg");
  expect(head.meta("og:image:alt")).not.toBe("");
  expect(head.meta("twitter:card")).toBe("summary_large_image");
});

test("no two pages have the same description", async ({ shop }) => {
  const filters = ["onSale", "highRated", "inStock", "lowStock", "under10", "10to50", "50to100", "over100"];
  const kinds = ["perfumes", "vegetables", "fruits", "meat", "anyBrand", "brand-eik-ask", "brand-lyng"];
  const categories = ["beauty", "fragrances", "furniture", "groceries"];
  const lists = [...filters, ...kinds, ...categories].map((filter) => `/products?filter=${filter}`);
  const others = ["/", "/about", "/contact", "/products", "/products?page=2", "/cart", "/sign-in", "/sign-up"];
  const products = ["/products/lemons", "/products/apples"];
  const descriptions = [];
  for (const path of [...lists, ...others, ...products, "/reset-password"]) {
    descriptions.push((await readHead(shop, path)).meta("description"));
  }
  expect(descriptions).not.toContain(undefined);
  expect(new Set(descriptions).size).toBe(descriptions.length);
});

test.for(["/cart", "/sign-in", "/sign-up", "/reset-password"])(
  "%s is left out by search engines",
  async (path, { shop }) => {
    const head = await readHead(shop, `${path}?token=secret`);
    expect(head.meta("robots")).toBe("noindex");
    expect(head.link("canonical")).toBe(publicUrl + path);
  },
);

test.for([
  ["/nowhere", "Page not found – Torg"],
  ["/products/nothing", "Product not found – Torg"],
] as const)("%s, which doesn't exist, has no canonical address", async ([path, title], { shop }) => {
  const head = await readHead(shop, path, 404);
  expect(head.title).toBe(title);
  expect(head.meta("robots")).toBe("noindex");
  expect(head.link("canonical")).toBeUndefined();
});

const studioPicture = "/pictures/tea/main-800.webp?thumbhash=3OcRJYB4d3h_iIeHeEh3eIhw-j3A";

test("a product's Open Graph tags have its picture, price and description", async ({ shop }) => {
  const description = `${"Picked by hand, dried in the shade. ".repeat(8)}\nGood for three cups.`;
  await importProducts(
    shop,
    productOf({ id: "tea & milk", title: "Tea & Milk", price: 1299.5, thumbnail: studioPicture, description }),
  );
  const head = await readHead(shop, "/products/tea%20&%20milk?utm_source=mail");
  expect(head.title).toBe("Tea & Milk – Torg");
  expect(head.meta("description")).toMatch(/^Picked by hand, .{100,} \w+…$/);
  expect(head.meta("description")?.length).toBeLessThanOrEqual(160);
  expect(head.link("canonical")).toBe(`${publicUrl}/products/tea%20%26%20milk`);
  expect(head.meta("og:type")).toBe("product");
  expect(head.meta("og:title")).toBe("Tea & Milk");
  expect(head.meta("og:image")).toBe(`${publicUrl}/pictures/tea/main-1200.jpeg`);
  expect(head.meta("og:image:width")).toBe("1200");
  expect(head.meta("og:image:height")).toBe("1200");
  expect(head.meta("og:image:alt")).toBe("Tea & Milk");
  expect(head.meta("product:price:amount")).toBe("1299.50");
  expect(head.meta("product:price:currency")).toBe("USD");
});

test("a product's page has its texts for search engines, codes, weight and unit price", async ({ shop }) => {
  const measures = { weightGrams: 1180, contentAmount: 250, contentUnit: "g", sku: "tea-1", gtin: "4006381333931" };
  const texts = { seoTitle: "Green tea from Uji", seoDescription: "Picked **by hand**.", imageAlts: ["A tin of tea"] };
  const pictures = { thumbnail: studioPicture, images: [studioPicture] };
  const safety = { manufacturer: "Uji AG", manufacturerAddress: "Gate 1\n1010 Wien", safetyWarnings: "<b>Hot</b>" };
  await importProducts(
    shop,
    productOf({ id: "sencha", title: "Sencha", price: 24.9, ...measures, ...texts, ...pictures, ...safety }),
    productOf({ id: "plain", title: "Plain", price: 24.9 }),
  );
  const html = (await (await fetch(`${shop.url}/products/sencha`)).text()).replaceAll("<!-- -->", "");
  const head = headOf(html);
  expect([head.title, head.meta("description")]).toEqual(["Green tea from Uji – Torg", "Picked **by hand**."]);
  expect(head.meta("og:image:alt")).toBe("A tin of tea");
  expect(html).toContain('aria-label="Enlarge picture 1 of 1: A tin of tea"');
  expect(html).toContain("$99.60/kg");
  for (const [name, value] of [
    ["Content", "250 g"],
    ["Weight", "1.18 kg"],
    ["SKU", "tea-1"],
    ["Barcode (GTIN)", "4006381333931"],
    ["Manufacturer", "Uji AG"],
    ["Postal address", "Gate 1\n1010 Wien"],
  ])
    expect(html, name).toMatch(new RegExp(`>${name?.replace(/[()]/g, "\\$&")}</dt><dd[^>]*>${value}</dd>`));
  expect(html).toMatch(/Safety and manufacturer<\/h2><p[^>]*>&lt;b&gt;Hot&lt;\/b&gt;<\/p>/);
  expect(await (await fetch(`${shop.url}/products/plain`)).text()).not.toContain("Safety and manufacturer");
  const product = head.data.Product;
  expect(product).toMatchObject({
    ...{ name: "Sencha", sku: "tea-1", gtin: "4006381333931" },
    weight: { "@type": "QuantitativeValue", value: 1180, unitCode: "GRM" },
  });
  expect(product.offers.priceSpecification).toEqual({
    "@type": "UnitPriceSpecification",
    ...{ price: "24.90", priceCurrency: "USD" },
    referenceQuantity: {
      ...{ "@type": "QuantitativeValue", value: 250, unitCode: "GRM" },
      valueReference: { "@type": "QuantitativeValue", value: 1, unitCode: "KGM" },
    },
  });
  const list = (await (await fetch(`${shop.url}/products`)).text()).replaceAll("<!-- -->", "");
  expect(list.match(/\$99\.60\/kg/g)).toHaveLength(1);
});

test("a product's page shows its Markdown, and search engines get its words", async ({ shop }) => {
  const description = "**Green** tea:\n\n- from [Uji](https://uji.example)\n- fine";
  await importProducts(shop, productOf({ id: "uji", title: "Uji", description }));
  const html = await (await fetch(`${shop.url}/products/uji`)).text();
  expect(html).toContain("<p><strong>Green</strong> tea:</p>");
  expect(html).toContain('<li>from <a href="https://uji.example" rel="nofollow noopener">Uji</a></li>');
  expect(headOf(html).meta("description")).toBe("Green tea: from Uji fine");
  expect(html).toContain(String.raw`"description":"Green tea:\nfrom Uji\nfine"`);
});

test.for([
  ["https://cdn.example.com/tea.jpg", "https://cdn.example.com/tea.jpg", ["https://cdn.example.com/tea.jpg"]],
  ["/pictures/drawing.svg", heroPicture, undefined],
  ["https://cdn.example.com/Tea.SVG?size=1#top", heroPicture, undefined],
] as const)("a product whose picture is %s is shared with %s", async ([thumbnail, shared, image], { shop }) => {
  await importProducts(shop, productOf({ id: "tea", title: "Tea", thumbnail, images: [] }));
  const head = await readHead(shop, "/products/tea");
  expect(head.meta("og:image")).toBe(shared);
  expect(head.data.Product.image).toEqual(image);
});

test("a category is shared with its picture, and the shop's own pictures are JPEGs of the stated size", async ({
  shop,
}) => {
  const head = await readHead(shop, "/products?filter=beauty");
  expect(head.meta("og:image")).toBe(`${publicUrl}/pictures/beauty/main-1200.jpeg`);
  const inside = await shop.inside();
  const file = await sharp({ create: { width: 900, height: 700, channels: 4, background: "#1e4d4080" } })
    .png()
    .toBuffer();
  const uploaded = await uploadPicture(inside, file, "square", new AbortController().signal);
  await importProducts(shop, productOf({ id: "tea", title: "Tea", thumbnail: uploaded, images: [] }));
  for (const path of ["/", "/products?filter=beauty", "/products/tea"]) {
    const { meta } = await readHead(shop, path);
    const address = new URL(meta("og:image") ?? "");
    const response = await fetch(shop.url + address.pathname);
    expect([response.status, response.headers.get("content-type")], address.href).toEqual([200, "image/jpeg"]);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, width, height].map(String)).toEqual(["jpeg", meta("og:image:width"), meta("og:image:height")]);
  }
});

test.for([
  ["/products?sort=rating&page=999&filter=inStock", "/products?filter=inStock&sort=rating&page=2"],
  ["/products?page=99999&q=lemon", "/products?q=lemon"],
  ["/products?page=3&q=nothing-has-this-name", "/products?q=nothing-has-this-name"],
] as const)("%s leads to the last page, %s", async ([path, last], { shop }) => {
  const response = await fetch(shop.url + path, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([302, last]);
});

test("a product has schema.org data, without ratings that customers didn't give", async ({ shop }) => {
  const brand = "Lyng";
  const images = [studioPicture, "https://cdn.example.com/tea.jpg"];
  await importProducts(
    shop,
    productOf({ id: "tea", title: "Tea", price: 9.5, rating: 4.25, brand, thumbnail: studioPicture, images }),
  );
  const { Product, BreadcrumbList } = (await readHead(shop, "/products/tea")).data;
  const url = `${publicUrl}/products/tea`;
  expect(Product).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Tea",
    description: "Only sold in tests.",
    url,
    sku: "tea",
    category: "groceries",
    brand: { "@type": "Brand", name: brand },
    image: [`${publicUrl}/pictures/tea/main-1200.webp`, "https://cdn.example.com/tea.jpg"],
    offers: {
      "@type": "Offer",
      url,
      price: "9.50",
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      shippingDetails: [toNorway],
      hasMerchantReturnPolicy: {
        "@type": "MerchantReturnPolicy",
        ...{ applicableCountry: ["NO"], merchantReturnDays: 30 },
        returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      },
    },
  });
  expect(wayOf(BreadcrumbList)).toEqual([
    [1, "Home", `${publicUrl}/`],
    [2, "Products", `${publicUrl}/products`],
    [3, "Groceries", `${publicUrl}/products?filter=groceries`],
    [4, "Tea", url],
  ]);
});

test.for([
  [3, "Low Stock", "LimitedAvailability"],
  [0, "In Stock", "OutOfStock"],
  [9, "Out of Stock", "OutOfStock"],
] as const)(
  "a stock of %d and the status %s are offered as %s",
  async ([stock, availabilityStatus, availability], { shop }) => {
    await importProducts(shop, productOf({ id: "tea", title: "Tea", stock, availabilityStatus }));
    const { Product } = (await readHead(shop, "/products/tea")).data;
    expect(Product.offers.availability).toBe(`https://schema.org/${availability}`);
  },
);

test("lists have schema.org breadcrumbs, and the home page the organization", async ({ shop }) => {
  expect(wayOf((await readHead(shop, "/products")).data.BreadcrumbList)).toEqual([
    [1, "Home", `${publicUrl}/`],
    [2, "Products", `${publicUrl}/products`],
  ]);
  expect(wayOf((await readHead(shop, "/products?filter=beauty&sort=name")).data.BreadcrumbList)).toEqual([
    [1, "Home", `${publicUrl}/`],
    [2, "Products", `${publicUrl}/products`],
    [3, "Beauty", `${publicUrl}/products?filter=beauty`],
  ]);
  const { Organization, WebSite } = (await readHead(shop, "/")).data;
  expect(Organization).toMatchObject({ name: "Torg", url: `${publicUrl}/`, logo: `${publicUrl}/icon-512.png` });
  expect(WebSite).toMatchObject({ name: "Torg", url: `${publicUrl}/`, publisher: { "@id": Organization["@id"] } });
});

test("siblings are variants of one group, with one canonical address that the sitemap has alone", async ({ shop }) => {
  const tee = { title: "Soft tee", group: "soft </script> tee", brand: "Haldera" };
  const siblings = [
    productOf({ ...tee, id: "tee-m", options: { Size: "M", Farge: "Blå", Fit: "</script>" }, stock: 0 }),
    productOf({ ...tee, id: "tee-l", options: { Size: "L", Farge: "Blå" }, gtin: "4006381333931" }),
    productOf({ ...tee, id: "tee-xl", title: "Soft tee, extra large", options: { Size: "XL" } }),
  ];
  await importProducts(shop, ...siblings);
  const [first, second, third] = ["tee-m", "tee-l", "tee-xl"].map((id) => `${publicUrl}/products/${id}`);
  const large = await readHead(shop, "/products/tee-l");
  expect(large.title).toBe("Soft tee (Size: L · Farge: Blå) – Torg");
  expect([large.link("canonical"), large.meta("og:url")]).toEqual([first, first]);
  expect(large.meta("robots")).toBeUndefined();
  expect(large.data.BreadcrumbList.itemListElement.at(-1)).toMatchObject({ name: "Soft tee", item: first });
  expect(large.data.Product).toMatchObject({
    ...{ "@id": `${second}#product`, url: second, name: "Soft tee", gtin: "4006381333931", size: "L", color: "Blå" },
    ...{ isVariantOf: { "@id": `${first}#group` }, inProductGroupWithID: tee.group },
  });
  expect(large.data.ProductGroup).toMatchObject({
    ...{ "@id": `${first}#group`, name: "Soft tee", url: first, productGroupID: tee.group },
    variesBy: ["https://schema.org/size", "https://schema.org/color", "Fit"],
    hasVariant: [{ "@id": `${second}#product`, url: second }, { url: first }, { url: third }],
  });
  const medium = await readHead(shop, "/products/tee-m");
  const fit = { "@type": "PropertyValue", name: "Fit", value: "</script>" };
  expect(medium.data.Product).toMatchObject({ size: "M", color: "Blå", additionalProperty: [fit] });
  expect((await readHead(shop, "/products/tee-xl")).title, "a title of its own").toBe("Soft tee, extra large – Torg");
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text();
  expect([first, second, third].map((url) => sitemap.includes(`<loc>${url}</loc>`))).toEqual([true, false, false]);
  const { db } = await shop.inside();
  await archiveProduct({ db, now: () => new Date() }, "tee-m", "olga@example.com");
  const canonical = async () => (await readHead(shop, "/products/tee-xl")).link("canonical");
  await expect.poll(canonical, { message: "the next one follows" }).toBe(second);
  expect((await readHead(shop, "/products/tee-m")).link("canonical"), "the archived one's own").toBe(first);
  const gone = await (await fetch(`${shop.url}/products/tee-m`)).text();
  expect(gone).toMatch(/<a [^>]*href="\/products\/tee-l"[^>]*>See the other options<\/a>/);
});

test("a group of one is an ordinary product", async ({ shop }) => {
  await importProducts(shop, productOf({ id: "alone", title: "Alone", group: "alone", options: { Size: "M" } }));
  const head = await readHead(shop, "/products/alone");
  expect([head.title, head.link("canonical")]).toEqual(["Alone – Torg", `${publicUrl}/products/alone`]);
  expect(head.data).not.toHaveProperty("ProductGroup");
  expect(head.data.Product).not.toHaveProperty("isVariantOf");
});

// Security: 5.3.1, 5.3.6, 14.4.3
test("catalog texts can't break out of structured data, and the CSP allows only our scripts", async ({ shop }) => {
  const title = `</script><script>alert("1")</script> & <!-- 'x'`;
  const { db } = await shop.inside();
  const escaped = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const hostile = productOf({ id: "hostile", title, brand: title, description: `<p>${escaped}</p>` });
  await importRecords(db, [hostile], { acceptWarnings: true });
  const answer = await fetch(`${shop.url}/products/hostile`);
  const html = await answer.text();
  expect(html).not.toContain("<script>alert");
  const head = headOf(html);
  expect(head.title).toBe(`${title} – Torg`);
  expect(head.data.Product).toMatchObject({ name: title, description: title });
  const hashes = Array.from(
    html.matchAll(/<script(?! type="(?:application\/ld\+json|text\/plain)")[^>]*>(.+?)<\/script>/gs),
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  const [, named] = /script-src 'self' ([^;]+)/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
  expect(named?.split(" ").toSorted()).toEqual([...new Set(hashes)].toSorted());
});

test("an empty list is noindex until it has products", async ({ shop }) => {
  const { db } = await shop.inside();
  await importRecords(db, [productOf({ id: "tea", title: "Tea" })], { replace: true });
  expect((await readHead(shop, "/products?filter=furniture")).meta("robots")).toBe("noindex");
  expect((await readHead(shop, "/products?filter=groceries")).meta("robots")).toBeUndefined();
});

const everyDay = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** What a new shop's delivery costs, and how long it takes. */
const toNorway = {
  "@type": "OfferShippingDetails",
  shippingRate: { "@type": "MonetaryAmount", value: "0.00", currency: "USD" },
  shippingDestination: [{ "@type": "DefinedRegion", addressCountry: "NO" }],
  deliveryTime: {
    "@type": "ShippingDeliveryTime",
    handlingTime: { "@type": "QuantitativeValue", minValue: 0, maxValue: 0, unitCode: "DAY" },
    transitTime: { "@type": "QuantitativeValue", minValue: 3, maxValue: 3, unitCode: "DAY" },
    businessDays: {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: everyDay.map((day) => `https://schema.org/${day}`),
    },
  },
};

test("structured data has what delivery costs by country and by the order's value, and how products are returned", async ({
  shop,
}) => {
  const inside = await shop.inside();
  await setSettings(inside, { countries: "NO SE DK", returnDays: "60", returnsPaidBy: "customer" });
  await setDelivery(inside, {
    name: "Post",
    price: "9.90",
    freeFrom: "50",
    days: "4",
    daysFrom: "2",
    skipsWeekends: "on",
    countries: "NO SE",
  });
  await setUpDelivery(inside, { name: "Boat", price: "20", countries: "DK" });
  await setUpDelivery(inside, { name: "Pick up in Oslo", price: "", pickup: "on" });
  await importProducts(
    shop,
    productOf({ id: "tea", title: "Tea", price: 9.5 }),
    productOf({ id: "chair", title: "Chair", price: 50 }),
  );
  const costs = async (id: string) => {
    const { offers } = (await readHead(shop, `/products/${id}`)).data.Product;
    expect(offers.hasMerchantReturnPolicy).toMatchObject({
      merchantReturnDays: 60,
      returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
      applicableCountry: ["NO", "SE", "DK"],
    });
    return offers.shippingDetails.map(
      ({ shippingDestination, shippingRate, deliveryTime }: typeof toNorway) =>
        `${shippingDestination.map(({ addressCountry }) => addressCountry)} ${shippingRate.value} ${deliveryTime.transitTime.minValue}–${deliveryTime.transitTime.maxValue} of ${deliveryTime.businessDays.dayOfWeek.length} days`,
    );
  };
  await expect.poll(() => costs("tea")).toEqual(["NO,SE 9.90 2–4 of 5 days", "DK 20.00 1–1 of 7 days"]);
  expect(await costs("chair")).toEqual(["NO,SE 0.00 2–4 of 5 days", "DK 20.00 1–1 of 7 days"]);
  const { hasShippingService, hasMerchantReturnPolicy } = (await readHead(shop, "/")).data.Organization;
  expect(hasMerchantReturnPolicy).toMatchObject({ merchantReturnDays: 60 });
  const rates = hasShippingService.map(
    ({
      name,
      shippingConditions,
    }: {
      name: string;
      shippingConditions: { orderValue?: object; shippingRate: { value: string } }[];
    }) => [name, ...shippingConditions.map(({ orderValue, shippingRate }) => [orderValue, shippingRate.value])],
  );
  const value = { "@type": "MonetaryAmount", currency: "USD" };
  expect(rates).toEqual([
    ["Post", [{ ...value, minValue: "0.00", maxValue: "49.99" }, "9.90"], [{ ...value, minValue: "50.00" }, "0.00"]],
    ["Boat", [undefined, "20.00"]],
  ]);
});

test("a product that can't be returned like others promises no return period, on its page and to search engines", async ({
  shop,
}) => {
  await importProducts(
    shop,
    productOf({ id: "engraved", title: "Engraved ring", category: "engraved" }),
    productOf({ id: "balm", title: "Balm", category: "sealed" }),
    productOf({ id: "cup", title: "Cup" }),
  );
  const inside = await shop.inside();
  await exceptCategory(inside, "engraved", "madeToOrder");
  await exceptCategory(inside, "sealed", "sealedHygiene");
  const read = async (id: string) => {
    const policy = (await readHead(shop, `/products/${id}`)).data.Product.offers.hasMerchantReturnPolicy;
    const html = await (await fetch(`${shop.url}/products/${id}`)).text();
    const [terms = ""] = /<main.*<\/main>/s.exec(html) ?? [];
    const title = /[^>]*returns[^<]*(?=<)/.exec(terms.replaceAll("<!-- -->", ""))?.[0];
    return [policy.returnPolicyCategory.replace(/.*MerchantReturn/, ""), title];
  };
  await expect.poll(() => read("engraved")).toEqual(["NotPermitted", "No returns if you change your mind"]);
  await expect
    .poll(() => read("balm"))
    .toEqual(["FiniteReturnWindow", expect.stringMatching(/^\d+-day returns while sealed$/)]);
  expect(await read("cup")).toEqual(["FiniteReturnWindow", expect.stringMatching(/^\d+-day returns$/)]);
});

async function readHead(shop: RunningShop, path: string, status = 200) {
  const answer = await fetch(shop.url + path);
  expect(answer.status).toBe(status);
  const html = await answer.text();
  const head = headOf(html);
  // A picture that isn't shown everywhere is left out.
  const noPicture = 'Product: Required attribute "image" is missing';
  expect(
    (await structuredDataProblems(html)).filter((problem) => problem !== noPicture || head.data.Product.image),
  ).toEqual([]);
  return head;
}

function wayOf(list: { itemListElement: { position: number; name: string; item: string }[] }) {
  return list.itemListElement.map(({ position, name, item }) => [position, name, item]);
}
