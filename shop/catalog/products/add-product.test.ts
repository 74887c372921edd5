import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../../tests/support/catalogs.ts";
import { forEnginesInTurns } from "../../../tests/support/databases.ts";
import { openTestShop } from "../../../tests/support/open-test-shop.ts";
import { readChanges } from "../../changes/change-log.ts";
import { saveRedirect } from "../../redirects/redirects.ts";
import { readProduct, readProductPage } from "../lists/read-products.ts";
import { addProduct, duplicateProduct, newProductForm, publishDraft } from "./add-product.ts";
import { archiveProduct } from "./archive-product.ts";
import { addPictures } from "./arrange-pictures.ts";
import { editProduct } from "./change-product.ts";
import { deleteDraft, findDrafts, readDraft } from "./draft-products.ts";
import { readAnyProduct } from "./read-any-product.ts";

const ada = "ada@example.com";

forEnginesInTurns((_, engine) => {
  const open = async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord()]);
    const add = (typed: Partial<typeof newProductForm> & { id?: string }, asDraft = true) =>
      addProduct(shop, { ...newProductForm, id: "", ...typed }, ada, { asDraft });
    const listed = async () => (await readProductPage(shop.db, { page: 1 })).products.map(({ id }) => id);
    return { shop, add, listed };
  };

  test("a draft needs only a title, and shoppers don't see it until it is published", async () => {
    const { shop, add, listed } = await open();
    expect(await add({})).toEqual({ errors: { title: "Title must not be empty" } });
    expect(await add({ title: "Goat Cheese" })).toEqual({ id: "goat-cheese", newCategory: undefined });
    expect(await readProduct(shop.db, "goat-cheese")).toBeUndefined();
    expect(await listed()).toEqual(["coffee"]);
    expect((await readProductPage(shop.db, { q: "goat", page: 1 })).total).toBe(0);
    expect((await publishDraft(shop, "goat-cheese", ada)).errors).toEqual({
      price: "Price must be more than 0 to publish",
      category: "Category is needed to publish",
    });
    const submitted = { price: "8", stock: "+4", category: "Cheese & Dairy" };
    const original = { price: "0.00", stock: "0", category: "" };
    expect(await editProduct(shop, "goat-cheese", { original, submitted }, ada)).toMatchObject({ outcome: "saved" });
    await addPictures(shop, "goat-cheese", ["/pictures/groceries/main-800.webp"], ada);
    expect(await publishDraft(shop, "goat-cheese", ada)).toMatchObject({ newCategory: "Cheese & Dairy" });
    expect(await listed()).toEqual(["coffee", "goat-cheese"]);
    expect(await readProduct(shop.db, "goat-cheese")).toMatchObject({
      priceCents: 800,
      stock: 4,
      thumbnail: "/pictures/groceries/main-800.webp",
      availabilityStatus: "Low Stock",
    });
    expect(await readDraft(shop.db, "goat-cheese")).toBeUndefined();
    const history = await shop.db
      .selectFrom("priceHistory")
      .select("priceCents")
      .where("productId", "=", "goat-cheese");
    expect(await history.execute()).toMatchObject([{ priceCents: 800 }]);
  });

  test("what has no price becomes a draft", async () => {
    const { add, listed } = await open();
    const typed = { title: "Rye", price: "0", stock: "1", category: "groceries" };
    expect(await add(typed, false)).toMatchObject({ id: "rye", missing: ["price"] });
    expect(await listed()).toEqual(["coffee"]);
  });

  test("when two people edit a draft, the second sees the conflict", async () => {
    const { shop, add } = await open();
    await add({ title: "Rye" });
    const edit = (title: string) => editProduct(shop, "rye", { original: { title: "Rye" }, submitted: { title } }, ada);
    const outcomes = await Promise.all([edit("Rye bread"), edit("Rye flour")]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["conflict", "saved"]);
  });

  test("two presses of Publish publish once, and a draft's ID is taken", async () => {
    const { shop, add, listed } = await open();
    await add({ title: "Rye", price: "3", category: "groceries" });
    expect(await add({ title: "Other", id: "rye" })).toEqual({
      errors: { id: "A draft uses this ID. Publish that draft instead." },
    });
    const pressed = await Promise.allSettled([publishDraft(shop, "rye", ada), publishDraft(shop, "rye", ada)]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await listed()).toEqual(["coffee", "rye"]);
  });

  test("a duplicate is a draft with the same texts, price and pictures, without stock and rating", async () => {
    const { shop } = await open();
    const id = await duplicateProduct(shop, "coffee", ada);
    const original = await readProduct(shop.db, "coffee");
    const copy = await readDraft(shop.db, id);
    expect(id).toBe("copy-of-filter-coffee");
    expect(copy).toEqual({
      ...original,
      ...{ id, title: "Copy of Filter Coffee", rating: 0, stock: 0, availabilityStatus: "Out of Stock" },
    });
    expect(await duplicateProduct(shop, "coffee", ada)).toBe("copy-of-filter-coffee-2");
    expect((await findDrafts(shop.db, { text: "COPY", skip: 1, limit: 1 })).products.map(({ id }) => id)).toEqual([
      "copy-of-filter-coffee-2",
    ]);
    expect(await deleteDraft(shop, id, ada)).toBe(true);
    expect(await deleteDraft(shop, id, ada)).toBe(false);
  });

  test("a copy's address follows its title in any alphabet until it is published, and other drafts keep theirs", async () => {
    const { shop, add, listed } = await open();
    const copy = await duplicateProduct(shop, "coffee", ada);
    const retitle = (id: string, title: string) =>
      editProduct(shop, id, (now) => ({ original: now, submitted: { title } }), ada);
    expect(await retitle(copy, "Кофе в зёрнах")).toMatchObject({ outcome: "saved", id: "кофе-в-зернах" });
    const [change] = await readChanges(shop.db, { kind: "product", subject: "кофе-в-зернах", limit: 1 });
    expect(change?.fields).toEqual({
      id: { before: copy, after: "кофе-в-зернах" },
      title: { before: "Copy of Filter Coffee", after: "Кофе в зёрнах" },
    });
    expect(await retitle("кофе-в-зернах", "КОФЕ В ЗЁРНАХ")).toMatchObject({ id: "кофе-в-зернах" });
    expect(await retitle("кофе-в-зернах", "Mocha!")).toMatchObject({ id: "mocha" });
    await publishDraft(shop, "mocha", ada);
    expect(await listed()).toEqual(["coffee", "mocha"]);
    expect(await retitle("mocha", "Java")).toMatchObject({ id: "mocha" });
    await add({ title: "Rye", id: "rye" });
    expect(await retitle("rye", "Spelt")).toMatchObject({ id: "rye" });
  });

  test.for([
    ["머그컵 파랑", "머그컵-파랑"],
    ["青いマグ", "青いマク"],
    ["Крем-брюле №2", "крем-брюле-no2"],
    [`${"a".repeat(59)} b`, "a".repeat(59)],
    ["☕", "2615"],
  ] as const)("the draft %j has the ID %j", async ([title, id]) => {
    expect(await (await open()).add({ title })).toMatchObject({ id });
  });

  test("a copy's new title takes no address of another product, draft, archived product or redirect", async () => {
    const { shop, add } = await open();
    await importRecords(shop.db, [catalogRecord({ id: "active" }), catalogRecord({ id: "archived" })]);
    await archiveProduct(shop, "archived", ada);
    await add({ title: "Draft" });
    await saveRedirect(shop, { from: "/products/redirected", to: "/products/coffee" }, ada);
    for (const title of ["Active", "Archived", "Draft", "Redirected"]) {
      const copy = await duplicateProduct(shop, "coffee", ada);
      const edit = { original: { title: "Copy of Filter Coffee" }, submitted: { title } };
      expect(await editProduct(shop, copy, edit, ada)).toMatchObject({ id: `${title.toLowerCase()}-2` });
    }
  });

  test("a form of a copy that was open before its address changed still saves it, and no later copy", async () => {
    const { shop } = await open();
    const copy = await duplicateProduct(shop, "coffee", ada);
    const original = { title: "Copy of Filter Coffee", brand: "Bakklandet" };
    const save = (submitted: Partial<typeof original>) => editProduct(shop, copy, { original, submitted }, ada);
    const pressed = await Promise.all([save({ title: "Mocha" }), save({ title: "Mocha" })]);
    expect(pressed).toMatchObject([{ id: "mocha" }, { id: "mocha" }]);
    expect(await save({ title: "Java" })).toMatchObject({ outcome: "conflict" });
    expect(await readDraft(shop.db, ",")).toBeUndefined();
    const later = await duplicateProduct(shop, "coffee", ada);
    expect(await editProduct(shop, copy, { original: {}, submitted: { brand: "Other" } }, ada)).toMatchObject({
      id: "mocha",
      changed: ["brand"],
    });
    expect(await readDraft(shop.db, later)).toMatchObject({ id: "copy-of-filter-coffee-2", brand: "Bakklandet" });
    expect(await publishDraft(shop, copy, ada)).toMatchObject({ id: "mocha" });
    expect(await findDrafts(shop.db, { skip: 0, limit: 9 })).toMatchObject({ products: [{ id: later }] });
    expect(await deleteDraft(shop, copy, ada)).toBe(false);
  });

  test("an import that names a draft puts that product on sale", async () => {
    const { shop, add } = await open();
    await add({ title: "Rye", id: "rye" });
    await importRecords(shop.db, [catalogRecord({ id: "rye", title: "Rye bread" })]);
    expect(await readAnyProduct(shop.db, "rye")).toMatchObject({ status: "active", product: { title: "Rye bread" } });
    expect((await findDrafts(shop.db, { skip: 0, limit: 9 })).products).toEqual([]);
  });
});
