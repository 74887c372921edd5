import { expect, test } from "vitest";
import type { Database } from "#database/connect.ts";
import { catalogRecord, catalogRecords, importRecords } from "../../../../tests/support/catalogs.ts";
import { forEachEngine } from "../../../../tests/support/databases.ts";
import { readWholeCatalog } from "../../../../tests/support/naive-list.ts";
import { parse } from "../../../forms/validate.ts";
import { toCategoryForm } from "../../categories/category-form.ts";
import { editCategory } from "../../categories/change-category.ts";
import { readCategories } from "../../categories.ts";
import { editProduct } from "../../products/change-product.ts";
import { maxFound } from "./find-in-places.ts";
import { searchProducts } from "./search-products.ts";
import { readSynonymForm, saveSynonyms, synonymsForm } from "./synonyms.ts";

const actor = "ada@example.com";

async function readForm(db: Database, slug: string) {
  const category = (await readCategories(db)).find((category) => category.slug === slug);
  if (!category) throw new Error(`No category ${slug}`);
  return toCategoryForm(category);
}

const plain = { brand: "Lyng", category: "things", tags: [], description: "" };
const catalog = [
  catalogRecord({ ...plain, id: "lamp", title: "Floor Lamp", description: "Stands on oak." }),
  catalogRecord({ ...plain, id: "pot", title: "Teapot", description: "For green tea." }),
  catalogRecord({ ...plain, id: "tea", title: "Green Tea" }),
  catalogRecord({ ...plain, id: "oak", title: "Oak Table" }),
  catalogRecord({ ...plain, id: "cups", title: "Cups", tags: ["tea"] }),
];

forEachEngine((openDatabase) => {
  test("a search lists matching titles first, then other matches, and corrects typing mistakes", async () => {
    const { db } = await openDatabase();
    await importRecords(db, catalog);
    const products = await readWholeCatalog(db);
    const search = async (text: string) => {
      const { numbers, correctedQuery, isPartial, isCapped } = await searchProducts(db, text);
      expect(isCapped).toBe(false);
      const ids = numbers.map((found) => products.find(({ number }) => number === found)?.id).join(" ");
      return [ids, ...(isPartial ? ["some words"] : []), ...(correctedQuery === undefined ? [] : [correctedQuery])];
    };
    expect(await search("oak")).toEqual(["oak lamp"]);
    expect(await search("TEAS")).toEqual(["tea cups pot"]);
    expect(await search("green tea")).toEqual(["tea pot"]);
    expect(await search("green te")).toEqual(["tea"]);
    expect(await search("eapo")).toEqual(["pot"]);
    expect(await search("tae")).toEqual([""]);
    expect(await search("gren tea")).toEqual(["tea pot", "green tea"]);
    expect(await search("tabel oak")).toEqual(["oak", "table oak"]);
    expect(await search("flor tabel")).toEqual(["lamp oak", "some words", "floor table"]);
    expect(await search("oak zzzzzz")).toEqual(["oak lamp", "some words"]);
    expect(await search("zzzzzz")).toEqual([""]);
    expect(await search("zzzzzz qqqqqq")).toEqual([""]);
    expect(await search("!?")).toEqual([""]);
  });

  test("numbers with and without a space before their unit, and words inside scripts without spaces, are found", async () => {
    const { db } = await openDatabase();
    const titles = {
      a: "Shampoo 30 ml",
      b: "Shampoo 30ml",
      c: "Pack of 30, 50 ml",
      d: "Juice 1,5 l",
      e: "Juice 1.5l",
      f: "Headphones WH-1000XM4",
      g: "Shirt 2XL",
      h: "1,000 pins",
      i: "有機緑茶ティーバッグ",
      j: "아이스커피원두",
      k: "ผ้าขนหนูผืนใหญ่",
      l: "Board 10 × 15 cm",
      m: "Крем 50 мл",
    };
    const description = "有機栽培の烏龍茶、25 g";
    const records = Object.entries(titles).map(([id, title]) => catalogRecord({ ...plain, id, title }));
    await importRecords(db, [...records, catalogRecord({ ...plain, id: "n", title: "Tea", description })]);
    const products = await readWholeCatalog(db);
    const found = async (text: string) => {
      const { numbers, isPartial } = await searchProducts(db, text);
      const ids = numbers.map((found) => products.find(({ number }) => number === found)?.id);
      return isPartial ? "some words" : ids.join("");
    };
    const searches = { "30ml": "ab", "30 ML": "abc", "1,5l": "de", "1.5 l": "de", wh1000xm4: "f", "WH 1000 XM4": "f" };
    const more = { "1000xm": "f", "2 xl": "g", "2xl": "g", "1000": "fh", "1,000": "h", "10x15": "l", "10 x 15cm": "l" };
    const scripts = {
      緑茶: "i",
      烏龍: "n",
      バッグ: "i",
      茶: "in",
      커피: "j",
      ผา: "k",
      ขนหนู: "k",
      "50мл": "m",
      "25g": "n",
    };
    for (const [text, ids] of Object.entries({ ...searches, ...more, ...scripts }))
      expect(await found(text), text).toBe(ids);
    expect(await found("35ml")).toBe("");
  });

  test("each mistyped word of a search becomes one that exists, and other words stay", async () => {
    const { db } = await openDatabase();
    const titles = ["Coffee Table", "Cloudberry Jam", "Oak Table"];
    await importRecords(
      db,
      titles.map((title, id) => catalogRecord({ ...plain, id: String(id), title })),
    );
    const corrections = {
      "coffe tabel": "coffee table",
      "tabel coffe": "table coffee",
      "offee table": "coffee table",
      "coffe table": "coffee table",
      "berry jamm": "berry jam",
      "berry tabel": "berry table",
      "berry jam": "",
      coffe: "",
    };
    for (const [text, corrected] of Object.entries(corrections))
      expect((await searchProducts(db, text)).correctedQuery ?? "", text).toBe(corrected);
  });

  test("titles come before brands, categories and tags, and these before descriptions, also for parts of words", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [
      catalogRecord({ ...plain, id: "text", title: "Chair", description: "Lampshade of oak, with a lamp and velvet." }),
      catalogRecord({ ...plain, id: "tag", title: "Shade", tags: ["lampshade"], description: "Velvet." }),
      catalogRecord({ ...plain, id: "title", title: "Lampshade", description: "Oak." }),
    ]);
    const products = await readWholeCatalog(db);
    const found = async (text: string) =>
      (await searchProducts(db, text)).numbers.map((found) => products.find(({ number }) => number === found)?.id);
    expect(await found("lampshade")).toEqual(["title", "tag", "text"]);
    expect(await found("lampshaed")).toEqual(["title", "tag", "text"]);
    expect(await found("lampsh")).toEqual(["title", "tag"]);
    expect(await found("oak lampshade")).toEqual(["title", "text"]);
    expect(await found("velv")).toEqual(["text", "tag"]);
  });

  test("a category's name finds its products, also where they don't have its words", async () => {
    const { db } = await openDatabase();
    await importRecords(
      db,
      catalogRecords(3, (number) => ({ ...plain, category: number > 1 ? "tops" : "laptops" })),
    );
    await db.updateTable("categories").set({ name: "Shirts for Him" }).where("slug", "=", "tops").execute();
    for (const text of ["shirts for him", "Shirt him"]) {
      const { numbers, correctedQuery } = await searchProducts(db, text);
      expect([numbers.length, correctedQuery], text).toEqual([2, undefined]);
    }
    expect((await searchProducts(db, "for him")).numbers).toHaveLength(0);
  });

  test("a category's search words find its products after those with the words in their titles", async () => {
    const { db } = await openDatabase();
    const armchair = { ...plain, category: "armchairs" };
    await importRecords(db, [
      catalogRecord({ ...armchair, id: "oslo", title: "Oslo Red" }),
      catalogRecord({ ...armchair, id: "bergen", title: "Bergen Blue" }),
      catalogRecord({ ...plain, id: "cover", title: "Red Sofa Cover" }),
      catalogRecord({ ...plain, id: "soft", title: "Soft Toy", description: "Lies on a settee." }),
      catalogRecord({ ...plain, id: "shelf", title: "Corner Shelf", category: "shelves" }),
    ]);
    const setWords = async (slug: string, searchWords: string) => {
      const original = await readForm(db, slug);
      await editCategory({ db, now: () => new Date() }, slug, { ...original, searchWords }, { original, actor });
    };
    const products = await readWholeCatalog(db);
    const found = async (text: string) => {
      const { numbers, correctedQuery, isPartial } = await searchProducts(db, text);
      const ids = numbers.map((found) => products.find(({ number }) => number === found)?.id).join(" ");
      return [ids, ...(isPartial ? ["some words"] : []), ...(correctedQuery === undefined ? [] : [correctedQuery])];
    };
    expect(await found("sofa")).toEqual(["cover"]);
    await setWords("armchairs", "Sofas, Canapé, corner settee, チェア, 20 % wool");
    await setWords("shelves", "bookcase");
    const searches = {
      sofa: ["cover oslo bergen"],
      "RED SOFAS": ["cover oslo"],
      canape: ["oslo bergen"],
      Canapés: ["oslo bergen"],
      can: ["oslo bergen"],
      "red cana": ["oslo"],
      sof: ["cover soft oslo bergen"],
      canepe: ["oslo bergen", "canape"],
      "canepe red": ["oslo", "canape red"],
      settee: ["soft"],
      "corner settee": ["oslo bergen"],
      "blue corner settees": ["bergen"],
      "corner set": ["oslo bergen"],
      corner: ["shelf oslo bergen"],
      "cornr settee": ["oslo bergen", "corner settee"],
      bookcase: ["shelf"],
      チェア: ["oslo bergen"],
      "canape bookcase": ["oslo bergen shelf", "some words"],
      "blue armchair": ["bergen"],
      "sofa zzzzzz": ["cover oslo bergen", "some words"],
    };
    for (const [text, ids] of Object.entries(searches)) expect(await found(text), text).toEqual(ids);

    await editProduct(
      { db, now: () => new Date() },
      "oslo",
      { original: {}, submitted: { category: "shelves" } },
      actor,
    );
    expect(await found("canape")).toEqual(["bergen"]);
    expect(await found("bookcase")).toEqual(["oslo shelf"]);
    const { version } = await searchProducts(db, "canape");
    await setWords("armchairs", "");
    expect(await found("canape")).toEqual([""]);
    expect((await searchProducts(db, "bergen")).version).not.toBe(version);
  });

  test("synonyms find what any of them finds, in each place after what has the typed word itself", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [
      catalogRecord({ ...plain, id: "seat", title: "Red Love Seat" }),
      catalogRecord({ ...plain, id: "sofa", title: "Red Sofa" }),
      catalogRecord({ ...plain, id: "couch", title: "Blue Couch" }),
      catalogRecord({ ...plain, id: "bench", title: "Bench", description: "As soft as a sofa." }),
      catalogRecord({ ...plain, id: "love", title: "I Love You", description: "A card." }),
      catalogRecord({ ...plain, id: "oslo", title: "Oslo", category: "settees" }),
      catalogRecord({ ...plain, id: "tea", title: "緑茶" }),
    ]);
    const shop = { db, now: () => new Date() };
    const setSynonyms = async (synonyms: string) =>
      saveSynonyms(shop, parse(synonymsForm, { synonyms }), { original: await readSynonymForm(db), actor });
    const products = await readWholeCatalog(db);
    const found = async (text: string) => {
      const { numbers, correctedQuery, isPartial } = await searchProducts(db, text);
      const ids = numbers.map((found) => products.find(({ number }) => number === found)?.id).join(" ");
      return [ids, ...(isPartial ? ["some words"] : []), ...(correctedQuery === undefined ? [] : [correctedQuery])];
    };
    expect(await found("sofa")).toEqual(["sofa bench"]);
    await setSynonyms("Couches; sofa; love seat; chesterfield, settee\n\n Matcha、緑茶 , sencha");
    expect(await readSynonymForm(db)).toEqual({
      synonyms: "Couches, sofa, love seat, chesterfield, settee\nMatcha, 緑茶, sencha",
    });
    const searches = {
      sofa: ["sofa seat couch oslo bench"],
      "love seats": ["seat sofa couch oslo bench"],
      chesterfield: ["seat sofa couch oslo bench"],
      "red chesterfields": ["seat sofa"],
      chesterf: ["seat sofa couch oslo bench"],
      chestrefield: ["seat sofa couch oslo bench", "chesterfield"],
      "chestrefield red": ["seat sofa", "chesterfield red"],
      love: ["seat love"],
      sencha: ["tea"],
      "matcha zzzzzz": ["tea", "some words"],
    };
    for (const [text, ids] of Object.entries(searches)) expect(await found(text), text).toEqual(ids);
    await setSynonyms("");
    expect(await found("chesterfield")).toEqual([""]);
  });

  test("where few products have the words, two words find one, and a word finds compounds that end with it", async () => {
    const { db } = await openDatabase();
    const titles = {
      a: "Washbasin with Shelf",
      b: "Oak Bookshelf",
      c: "Velvet Lipstick",
      d: "Makeup Bag",
      e: "Cotton String",
      f: "Lip Balm",
      g: "Pearl Earrings",
      h: "Signet Ring",
    };
    await importRecords(db, [
      ...Object.entries(titles).map(([id, title]) => catalogRecord({ ...plain, id, title })),
      catalogRecord({ ...plain, id: "i", title: "Mirror", description: "Hangs above a shelf, for make-up." }),
      catalogRecord({ ...plain, id: "j", title: "Brush", category: "makeup" }),
    ]);
    const products = await readWholeCatalog(db);
    const found = async (text: string) => {
      const { numbers, correctedQuery, isPartial } = await searchProducts(db, text);
      const ids = numbers.map((found) => products.find(({ number }) => number === found)?.id).join("");
      return [ids, ...(isPartial ? ["some words"] : []), ...(correctedQuery === undefined ? [] : [correctedQuery])];
    };
    const searches = {
      shelf: ["abi"],
      "washbasin shelf": ["a"],
      "oak shelf": ["b"],
      "lip stick": ["c"],
      "velvet lip sticks": ["c"],
      lip: ["fc"],
      "make-up": ["idj"],
      "make up bag": ["d"],
      ring: ["hg"],
      rings: ["hg"],
    };
    for (const [text, ids] of Object.entries(searches)) expect(await found(text), text).toEqual(ids);
  });

  test("a capped search keeps the first products of the catalog, after edits too", async () => {
    const { db } = await openDatabase();
    const title = (number: number) => ({ ...plain, title: `Oak Table ${number}` });
    await importRecords(db, catalogRecords(700, title));
    const now = () => new Date();
    for (const number of [1, 2, 300]) {
      const edit = { original: {}, submitted: { title: `Solid Oak Table ${number}` } };
      await editProduct({ db, now }, `p${number}`, edit, "ada@example.com");
    }
    const all = await db.selectFrom("products").select("number").orderBy("position").execute();
    const { numbers, isCapped } = await searchProducts(db, "oak");
    expect(isCapped).toBe(true);
    expect(numbers).toEqual(all.slice(0, maxFound).map(({ number }) => number));
  });
});
