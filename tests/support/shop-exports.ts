import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CsvSeparator, csvLines } from "#shop/files/write-csv.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A clothing shop as other systems export it, built from their documentation: 30 products in two colours and four sizes. */

const kinds = ["Tröje", "Skjorte", "Bukse", "Kjole", "Jakke", "Lue"];
export const clothes = Array.from({ length: 30 }, (_, index) => {
  const kind = kinds[index % kinds.length] ?? "";
  const title = `${kind} “Fjær” ${index + 1}`;
  return {
    title,
    handle: `${["troje", "skjorte", "bukse", "kjole", "jakke", "lue"][index % 6]}-fjaer-${index + 1}`,
    body: `<p>Myk &amp; <strong>varm</strong> ${kind}.</p>\n<ul><li>100 % ull</li><li>Vask på 30°</li></ul>\n<script>track()</script>`,
    kind,
    price: 100 + index + 0.5,
    weightKg: 0.25 + index / 100,
  };
});

export const colours = ["Blå", "Rød"];
export const sizes = ["S", "M", "L", "XL"];

type Cells = Record<string, string | number | undefined>;

/** Rows with any cells as a table with all of their columns. @param order of the columns, of which others follow */
export function tableOf(rows: Cells[], order: string[] = [], separator?: CsvSeparator) {
  const columns = [...new Set([...order, ...rows.flatMap((row) => Object.keys(row))])];
  return csvLines([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))], separator, {
    quoted_string: true,
  });
}

/** Writes an export, removed after the test. */
export async function writeExport(content: string | Buffer, name = "products_export.csv") {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

/** Shopify's names of columns before 2025, and since. */
const newNames: Record<string, string> = {
  Handle: "URL handle",
  "Body (HTML)": "Description",
  Published: "Published on online store",
  "Option1 Name": "Option1 name",
  "Option1 Value": "Option1 value",
  "Option2 Name": "Option2 name",
  "Option2 Value": "Option2 value",
  "Variant SKU": "SKU",
  "Variant Grams": "Weight value (grams)",
  "Variant Inventory Tracker": "Inventory tracker",
  "Variant Inventory Qty": "Inventory quantity",
  "Variant Inventory Policy": "Continue selling when out of stock",
  "Variant Price": "Price",
  "Variant Compare At Price": "Compare-at price",
  "Variant Barcode": "Barcode",
  "Image Src": "Product image URL",
  "Image Position": "Image position",
  "Image Alt Text": "Image alt text",
  "Variant Image": "Variant image URL",
  "Gift Card": "Gift card",
  "SEO Title": "SEO title",
  "SEO Description": "SEO description",
};

export function shopifyRows({ isNew = false } = {}): Cells[] {
  const rows = clothes.flatMap((product, index): Cells[] => {
    const pictures = [1, 2].map((number) => `https://cdn.example/${product.handle}-${number}.jpg?v=1`);
    const variants = colours.flatMap((colour, at) =>
      sizes.map((size) => ({
        Handle: product.handle,
        "Option1 Value": colour,
        "Option2 Value": size,
        "Variant SKU": `F${index + 1}-${colour[0]}-${size}`,
        "Variant Grams": Math.round(product.weightKg * 1000),
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": index + 1,
        "Variant Inventory Policy": "deny",
        "Variant Price": product.price.toFixed(2),
        "Variant Compare At Price": index % 2 === 0 ? (product.price + 50).toFixed(2) : "",
        "Variant Barcode": "'07350053850019",
        "Variant Image": pictures[at] ?? "",
        "Price / International": "",
      })),
    );
    const first = {
      Title: product.title,
      "Body (HTML)": product.body,
      Vendor: "Fjær & Co",
      Type: product.kind,
      Tags: "ull, “høst”, Ny",
      Published: "TRUE",
      "Option1 Name": "Farge",
      "Option2 Name": "Størrelse",
      "Image Src": pictures[0] ?? "",
      "Image Position": 1,
      "Image Alt Text": "Forfra",
      "Gift Card": "FALSE",
      "SEO Title": `${product.title} | Fjær`,
      "SEO Description": "Myk og varm",
      "Google Shopping / Gender": "Unisex",
      Status: "active",
    };
    const [lead, ...others] = variants;
    const second = { ...others[0], "Image Src": pictures[1] ?? "", "Image Position": 2 } as Cells;
    return [{ ...lead, ...first } as Cells, second, ...others.slice(1)];
  });
  if (!isNew) return rows;
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [newNames[name] ?? name, cell])),
  );
}

export function wooRows(): Cells[] {
  const parents = clothes.map(
    (product, index): Cells => ({
      ID: index + 1000,
      Type: "variable",
      SKU: index % 2 === 0 ? `P${index}` : "",
      Name: product.title,
      Published: 1,
      "Is featured?": 0,
      "Visibility in catalog": "visible",
      "Short description": "Kort fortalt\\n",
      Description: product.body.replaceAll("\n", "\\n"),
      "Tax status": "taxable",
      "In stock?": 1,
      "Weight (kg)": product.weightKg.toFixed(2),
      Categories: `Klær, Klær > ${product.kind}, Salg &amp; tilbud`,
      Tags: "ull, Ny",
      Images: [1, 2].map((number) => `https://old.example/wp-content/${product.handle}-${number}.jpg`).join(", "),
      "Attribute 1 name": "Farge",
      "Attribute 1 value(s)": colours.join(", "),
      "Attribute 2 name": "Størrelse",
      "Attribute 2 value(s)": sizes.join(", "),
    }),
  );
  const variations = clothes.flatMap((product, index) =>
    colours.flatMap((colour, at) =>
      sizes.map(
        (size, place): Cells => ({
          ID: 2000 + index * 8 + at * 4 + place,
          Type: "variation",
          SKU: `F${index + 1}-${colour[0]}-${size}`,
          "GTIN, UPC, EAN, or ISBN": "4006381333931",
          Name: `${product.title} - ${colour}, ${size}`,
          Published: 1,
          "Visibility in catalog": "visible",
          "In stock?": 1,
          Stock: index + 1,
          "Backorders allowed?": 0,
          "Regular price": product.price.toFixed(2).replace(".", ","),
          "Sale price": index % 3 === 0 ? (product.price - 20).toFixed(2).replace(".", ",") : "",
          "Date sale price ends": index % 3 === 0 ? "2099-12-31T23:59:59+00:00" : "",
          Images: `https://old.example/wp-content/${product.handle}-${at + 1}.jpg`,
          Parent: index % 2 === 0 ? `P${index}` : `id:${index + 1000}`,
          Position: at * 4 + place + 1,
          "Attribute 1 name": "Farge",
          "Attribute 1 value(s)": colour,
          "Attribute 2 name": "Størrelse",
          "Attribute 2 value(s)": size,
        }),
      ),
    ),
  );
  return [...parents, ...variations];
}

export function squarespaceRows(): Cells[] {
  return clothes.flatMap((product, index) =>
    colours.flatMap((colour, at) =>
      sizes.map((size, place): Cells => {
        const variant = {
          "Variant ID [Non Editable]": `v${index}-${at}-${place}`,
          SKU: `F${index + 1}-${colour[0]}-${size}`,
          "Option Value 1": colour,
          "Option Value 2": size,
          Price: product.price.toFixed(2),
          "Sale Price": (product.price - 20).toFixed(2),
          "On Sale": index % 3 === 0 ? "Yes" : "No",
          Stock: index % 2 === 0 ? index + 1 : "Unlimited",
          Weight: 0.4,
        };
        if (at + place > 0) return variant;
        return {
          "Product ID [Non Editable]": `p${index}`,
          "Product Type [Non Editable]": "PHYSICAL",
          "Product Page": "butikk",
          "Product URL": product.handle,
          Title: product.title,
          Description: product.body,
          "Option Name 1": "Farge",
          "Option Name 2": "Størrelse",
          Categories: `/klær/${product.kind}, /klær, /tilbud`,
          Tags: "ull, Ny",
          Visible: "Yes",
          "Hosted Image URLs": [1, 2]
            .map((number) => `https://images.example/${product.handle}-${number}.jpg`)
            .join("\n"),
          ...variant,
        };
      }),
    ),
  );
}

export function prestaShopRows(): Cells[] {
  return clothes.flatMap((product, index): Cells[] => {
    const base = {
      "Product ID": index + 1,
      "Active (0/1)": 1,
      "Name *": product.title,
      "Categories (x,y,z...)": `Home/Klær/${product.kind}`,
      "Price tax excluded": (product.price / 1.25).toFixed(6),
      "Price tax included": product.price.toFixed(6),
      "Discount percent": index % 3 === 0 ? 20 : "",
      "Discount from (yyyy-mm-dd)": index % 3 === 0 ? "2020-01-01" : "",
      "Discount to (yyyy-mm-dd)": index % 3 === 0 ? "2099-12-31" : "",
      Manufacturer: "Fjær & Co",
      Weight: product.weightKg.toFixed(6),
      Quantity: 8 * (index + 1),
      Visibility: "both",
      Summary: "<p>Kort fortalt</p>",
      Description: product.body,
      "Tags (x,y,z...)": "ull,Ny",
      "Meta title": `${product.title} | Fjær`,
      "URL rewritten": product.handle,
      "Image URLs (x,y,z...)": [1, 2].map((number) => `https://old.example/${product.handle}-${number}.jpg`).join(","),
      "Image alt texts (x,y,z...)": "Forfra,Bakfra",
    };
    const combinations = colours.flatMap((colour, at) =>
      sizes.map(
        (size, place): Cells => ({
          "Product ID": index + 1,
          "Attribute (Name:Type:Position)*": "Farge:color:0, Størrelse:select:1",
          "Value (Value:Position)*": `${colour}:${at}, ${size}:${place}`,
          "Reference #": `F${index + 1}-${colour[0]}-${size}`,
          EAN13: "4006381333931",
          "Impact on price": size === "XL" ? "10.000000" : "0.000000",
          Quantity: index + 1,
        }),
      ),
    );
    return [base, ...combinations];
  });
}

export function everShopRows(): Cells[] {
  return clothes.flatMap((product, index) =>
    colours.flatMap((colour) =>
      sizes.map((size): Cells => {
        const code = `${product.handle}-${colour === "Blå" ? "bla" : "rod"}-${size.toLowerCase()}`;
        return {
          sku: `F${index + 1}-${colour[0]}-${size}`,
          name: product.title,
          url_key: code,
          price: product.price.toFixed(2),
          qty: index + 1,
          manage_stock: 1,
          stock_availability: 1,
          weight: product.weightKg.toFixed(2),
          status: 1,
          visibility: size === "S" ? 1 : 0,
          variant_group_id: index + 1,
          color: colour,
          size,
          category: `Klær > ${product.kind}`,
          description: JSON.stringify([
            { id: "r", columns: [{ data: { blocks: [{ type: "raw", data: { html: product.body } }] } }] },
          ]),
          meta_title: `${product.title} | Fjær`,
          images: [1, 2].map((number) => `https://ever.example/${product.handle}-${number}.jpg`).join(","),
        };
      }),
    ),
  );
}
