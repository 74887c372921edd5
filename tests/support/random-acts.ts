import { toCategoryForm } from "#shop/catalog/categories/category-form.ts";
import { addCategory, deleteCategory, editCategory, moveCategory } from "#shop/catalog/categories/change-category.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import { renameInGroup } from "#shop/catalog/groups/change-group.ts";
import { changeSale, endSale, readSale, scheduleSale } from "#shop/catalog/pricing/sales.ts";
import { addProduct, duplicateProduct, newProductForm, publishDraft } from "#shop/catalog/products/add-product.ts";
import { archiveProduct, unarchiveProduct } from "#shop/catalog/products/archive-product.ts";
import type { BulkChange } from "#shop/catalog/products/bulk-change.ts";
import { applyBulkChange, previewBulkChange } from "#shop/catalog/products/bulk-products.ts";
import { editProduct } from "#shop/catalog/products/change-product.ts";
import { deleteDraft } from "#shop/catalog/products/draft-products.ts";
import type { ProductFormValues } from "#shop/catalog/products/product-form.ts";
import { changeStock } from "#shop/catalog/stock/change-stock.ts";
import { addPage, deletePage, editPage } from "#shop/content/change-page.ts";
import { isBuiltIn, readPages, toPageForm } from "#shop/content/pages.ts";
import { addDelivery, deleteDelivery } from "#shop/delivery/change-delivery.ts";
import { toDeliveryForm } from "#shop/delivery/delivery-form.ts";
import { addDiscount, deleteDiscount } from "#shop/discounts/change-discount.ts";
import { deleteRedirects, saveRedirect } from "#shop/redirects/redirects.ts";
import type { Shop } from "#shop/shop.ts";
import type { Random } from "../soak/seeded-random.ts";
import { catalogRecord, importRecords } from "./catalogs.ts";
import { setSettings } from "./set-settings.ts";

/** The owner who acts. */
export const actor = "ada@example.com";

/** What an act needs to know: the shop, and names that it chooses at random. */
interface Choosing {
  shop: Shop;
  random: Random;
  number: () => number;
  one: <Thing>(things: Thing[]) => Thing;
  leastStock: number;
  removes: boolean;
}

type Act = (choosing: Choosing) => Promise<unknown>;

/**
 * Does one of the things that owners do with what can be undone. What the shop refuses changes nothing.
 *
 * @param options.leastStock of products that an import changes @param options.removes whether imports may remove products
 */
export async function actAtRandom(shop: Shop, random: Random, { leastStock = 0, removes = true } = {}) {
  const number = () => Math.floor(random() * 1000);
  const one = <Thing>(things: Thing[]) => things[Math.floor(random() * things.length)] as Thing;
  const act = one([...productActs, ...productActs, ...recordActs]);
  try {
    await act({ shop, random, number, one, leastStock, removes });
  } catch (error) {
    const isRefused = /Refused|Unknown|RedirectError|StockError/.test((error as Error).name);
    if (!isRefused) throw error;
  }
}

async function idIn({ shop: { db }, one }: Choosing, table: "products" | "archivedProducts" | "draftProducts") {
  const rows = await db.selectFrom(table).select("id").orderBy("id").execute();
  return rows.length > 0 ? one(rows).id : "none";
}

async function edit(choosing: Choosing, values: Partial<ProductFormValues>) {
  const id = await idIn(choosing, "products");
  return editProduct(choosing.shop, id, (now) => ({ original: now, submitted: { ...now, ...values } }), actor);
}

async function inBulk({ shop }: Choosing, change: BulkChange) {
  const selection = { isArchived: false, criteria: {} };
  const { seen } = await previewBulkChange(shop.db, selection, change);
  return applyBulkChange(shop, selection, change, { seen, actor });
}

const productActs: Act[] = [
  (choosing) =>
    edit(choosing, { title: `Title ${choosing.number()}`, description: "A text that is longer than a seal" }),
  (choosing) => edit(choosing, { price: String(1 + choosing.number()), brand: `Brand ${choosing.number() % 3}` }),
  (choosing) => edit(choosing, { category: `Category ${choosing.number() % 5}` }),
  (choosing) => edit(choosing, { stock: `+${choosing.number()}`, tags: `tag${choosing.number() % 3}` }),
  (choosing) => edit(choosing, { address: `address-${choosing.number()}`, group: "", options: "" }),
  async (choosing) =>
    changeStock(choosing.shop, await idIn(choosing, "products"), { by: 1 + choosing.number() }, actor),
  async (choosing) => archiveProduct(choosing.shop, await idIn(choosing, "products"), actor),
  async (choosing) => unarchiveProduct(choosing.shop, await idIn(choosing, "archivedProducts"), actor),
  ({ shop, number, one }) =>
    addProduct(
      shop,
      { ...newProductForm, id: "", title: `New ${number()}`, price: "5", stock: "9", category: "tea" },
      actor,
      { asDraft: one([true, false]) },
    ),
  async (choosing) => duplicateProduct(choosing.shop, await idIn(choosing, "products"), actor),
  async (choosing) => publishDraft(choosing.shop, await idIn(choosing, "draftProducts"), actor),
  async (choosing) => deleteDraft(choosing.shop, await idIn(choosing, "draftProducts"), actor),
  async (choosing) => {
    const sale = { saleCents: 1 + choosing.number(), saleStartsAt: null, saleEndsAt: null };
    const id = await idIn(choosing, "products");
    const hasSale = (await readSale(choosing.shop.db, id)) !== undefined;
    return (hasSale ? changeSale : scheduleSale)(choosing.shop, id, sale, actor);
  },
  async (choosing) => endSale(choosing.shop, await idIn(choosing, "products"), actor),
  (choosing) => inBulk(choosing, { kind: "price", hundredths: 100 + choosing.number(), rounding: "cents" }),
  (choosing) => inBulk(choosing, { kind: "addTag", tag: `bulk${choosing.number() % 3}` }),
  ({ shop, number }) =>
    renameInGroup(
      shop,
      "Shirts",
      { to: `Shirts`, options: [{ name: "Size", to: `Size ${number()}`, values: [] }] },
      actor,
    ),
  ({ shop, number, random, leastStock, removes }) =>
    importRecords(
      shop.db,
      [
        catalogRecord({
          id: `p${1 + (number() % 4)}`,
          title: `Imported ${number()}`,
          price: number(),
          stock: leastStock + number(),
        }),
        catalogRecord({ id: `i${number()}`, category: `Kind ${number() % 4}` }),
      ],
      { by: { actor, name: `${number()}.json`, at: shop.now() }, replace: random() < 0.3 && removes },
    ),
];

const pageOf = (number: number) =>
  ({
    title: `Page ${number}`,
    slug: `page-${number}`,
    description: "",
    text: "Text",
    inFooter: "",
    isPublic: "on",
  }) as const;
const categoryOf = (number: number) => ({
  ...{
    name: `Category ${number}`,
    slug: `category-${number}`,
    description: "",
    searchWords: "",
    picture: "",
    color: "",
  },
  ...({ kind: "category", parent: "", inMenu: "", withdrawalException: "" } as const),
});

const recordActs: Act[] = [
  ({ shop, number }) => addCategory(shop, categoryOf(number() % 9), actor),
  async ({ shop, number, one }) => {
    const original = toCategoryForm(one(await readCategories(shop.db)));
    const next = { ...original, name: `Name ${number()}`, slug: `slug-${number() % 9}` };
    return editCategory(shop, original.slug, next, { original, actor, redirect: true });
  },
  async ({ shop, one }) => moveCategory(shop, one(await readCategories(shop.db)).slug, one(["up", "down"]), actor),
  async ({ shop, one }) => {
    const all = await readCategories(shop.db);
    return deleteCategory(shop, one(all).slug, { moveTo: one(all).slug, actor });
  },
  ({ shop, number }) => addPage(shop, pageOf(number() % 5), actor),
  async ({ shop, number, one }) => {
    const pages = (await readPages(shop.db)).filter(({ slug }) => !isBuiltIn(slug));
    if (pages.length === 0) return;
    const original = toPageForm(one(pages));
    const next = { ...original, slug: `page-${number() % 5}`, text: `Text ${number()}` };
    await editPage(shop, original.slug, next, { original, actor, redirect: true });
  },
  ({ shop, number }) => deletePage(shop, `page-${number() % 5}`, actor),
  ({ shop, number }) =>
    addDiscount(
      shop,
      {
        ...{ code: `CODE${number() % 5}`, kind: "percent", value: "10", minimum: "", uses: "", starts: "", ends: "" },
        ...{ category: "", oncePerCustomer: "", disabled: "" },
      } as const,
      actor,
    ),
  async ({ shop, one }) => {
    const codes = await shop.db.selectFrom("discounts").select("id").orderBy("id").execute();
    if (codes.length > 0) await deleteDiscount(shop, one(codes).id, actor);
  },
  ({ shop, number }) => saveRedirect(shop, { from: `/old-${number() % 9}`, to: `/pages/new-${number() % 9}` }, actor),
  async ({ shop, one }) => {
    const all = await shop.db.selectFrom("redirects").select("from").orderBy("from").execute();
    if (all.length > 0) await deleteRedirects(shop, [one(all).from], actor);
  },
  ({ shop, number }) => setSettings(shop, { sellerEmail: `shop${number()}@example.com` }),
  ({ shop, number }) => setSettings(shop, { sellerPhone: `+47 22 ${number()}` }),
  async ({ shop, number, one }) => {
    const options = await shop.db.selectFrom("deliveryOptions").selectAll().orderBy("id").execute();
    const [first] = options;
    if (!first) return;
    if (options.length > 2) return deleteDelivery(shop, one(options).id, actor);
    return addDelivery(shop, { ...toDeliveryForm(first, "USD"), name: `Delivery ${number()}` }, actor);
  },
];
