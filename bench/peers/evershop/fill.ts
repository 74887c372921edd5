import { randomUUID } from "node:crypto";
import type { CatalogProduct } from "../compared-shop.ts";

export const owner = { name: "Owner", email: "owner@example.com", password: "bench-owner-1" };

/** The page with all products. */
export const categoryPath = "/all-products";

/** Fills an empty EverShop over its API: a category of all products, one delivery option in Norway, and payment on delivery. */
export async function fillEverShop(url: string, products: CatalogProduct[]) {
  const { accessToken } = await post(url, "/user/tokens", owner);
  const send = (path: string, body: object) => post(url, path, body, accessToken);
  const texts = { meta_title: "All products", meta_description: "All products" };
  const category = { name: "All products", url_key: categoryPath.slice(1), description: [], status: 1, ...texts };
  const { category_id } = await send("/categories", category);
  const { package_id } = await send("/packages", { name: "Box", length: 30, width: 20, height: 10, is_default: true });
  await openDelivery(send);
  await send("/settings", { codPaymentStatus: "1", storeCurrency: "USD" });
  for (const { id, title, description, price, stock, picture } of products) {
    await send("/products", {
      ...{ name: title, url_key: id, sku: id, price, qty: stock, group_id: 1, category_id, package_id, weight: 1 },
      ...{ status: 1, visibility: 1, manage_stock: 1, stock_availability: 1, tax_class: null },
      ...{ description: paragraph(description), images: [`/assets/${picture}`] },
    });
  }
}

type Send = (path: string, body: object) => Promise<Record<string, string>>;

async function openDelivery(send: Send) {
  const zone = await send("/shippingZones", { name: "Norway", countries: ["NO"] });
  const method = await send("/shippingProviders/core/methods", { name: "Standard", is_enabled: true });
  const rate = { method_id: method.uuid, zone_id: zone.uuid, is_enabled: true, cost: 5 };
  await send("/shippingProviders/core/rates", rate);
}

function paragraph(text: string) {
  const block = { id: randomUUID(), type: "paragraph", data: { text } };
  const column = { id: randomUUID(), size: 1, data: { time: 0, version: "2", blocks: [block] } };
  return [{ id: randomUUID(), size: 1, columns: [column] }];
}

/** @returns what the answer says @throws unless it is a success */
async function post(url: string, path: string, body: object, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text).data;
}
