import { expect, test } from "vitest";
import { readChanges } from "#shop/changes/change-log.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestApi } from "../../tests/support/test-api.ts";

const shirt = { id: "shirt", title: "Linen shirt", price: 49.9, category: "Shirts", stock: 5, sku: "LS-1" };

forEachEngine((_, engine) => {
  test("a product is added, changed, archived, restored and found, as its screens do", async () => {
    const { call, shop } = await openTestApi(engine);
    const added = await call("POST /products", { body: { ...shirt, tags: ["linen"], address: "linen-shirt" } });
    expect(added).toMatchObject({ status: 201, json: { ...shirt, category: "shirts", status: "active", brand: null } });
    expect(added.json).toMatchObject({ address: "linen-shirt", availabilityStatus: "Low Stock" });
    expect(added.headers.get("location")).toBe("/api/v1/products/shirt");
    expect((await call("GET /products/shirt")).headers.get("etag")).toBe(added.headers.get("etag"));

    const changes = { price: 39.9, brand: "Lin & Co", options: { Size: "M" }, gtin: "5901234123457", tags: null };
    const changed = await call("PATCH /products/shirt", { body: changes });
    expect(changed.json).toMatchObject({ ...changes, tags: [], title: shirt.title });
    expect((await call("PATCH /products/shirt", { body: { brand: null, address: null } })).json).toMatchObject({
      ...{ brand: null, address: null, price: 39.9 },
    });
    // What was read may be sent back.
    const { json: read } = await call("GET /products/shirt");
    expect((await call("PATCH /products/shirt", { body: { ...read, title: "Shirt" } })).json).toEqual({
      ...read,
      title: "Shirt",
    });

    for (const query of ["", "?q=shirt", "?sku=LS-1", "?gtin=5901234123457", "?category=shirts", "?stock=low"]) {
      expect((await call(`GET /products${query}`)).json).toMatchObject({ data: [{ id: "shirt" }], nextCursor: null });
    }
    for (const query of ["?q=trousers", "?sku=LS-2", "?stock=none", "?status=draft", "?status=archived"]) {
      expect((await call(`GET /products${query}`)).json.data).toEqual([]);
    }
    expect((await call("POST /products/shirt/archive")).json.status).toBe("archived");
    expect((await call("POST /products/shirt/archive")).json.status).toBe("archived");
    expect((await call("GET /products?status=archived")).json.data).toMatchObject([
      { id: "shirt", status: "archived" },
    ]);
    expect((await call("GET /products?status=archived&category=groceries")).json.data).toEqual([]);
    expect(await call("PATCH /products/shirt", { body: { price: 1 } })).toMatchObject({ status: 409 });
    expect(await call("POST /products/shirt/stock", { body: { by: 1 } })).toMatchObject({ status: 409 });
    expect((await call("POST /products/shirt/restore")).json.status).toBe("active");
    expect(await call("POST /products/shirt/publish")).toMatchObject({ status: 200 });

    const log = await readChanges(shop.db, { subject: "shirt", limit: 20 });
    expect(log.map(({ action }) => action).toReversed()).toEqual([
      "added",
      ...Array(4).fill("edited"),
      "archived",
      "unarchived",
    ]);
    expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(["token Test"]));
  });

  test("a token needs categories:write to make a category with a product, and without it nothing is saved", async () => {
    const { call, tokenFor } = await openTestApi(engine);
    const token = await tokenFor("Till", ["products:write"]);
    const before = (await call("GET /categories")).json;
    const refused = { status: 403, json: { type: "/api#no-scope", detail: expect.stringMatching("categories:write") } };
    expect(await call("POST /products", { token, body: shirt })).toMatchObject(refused);
    expect(await call("GET /products/shirt")).toMatchObject({ status: 404 });
    await call("POST /products", { token, body: { ...shirt, status: "draft" } });
    expect(await call("POST /products/shirt/publish", { token })).toMatchObject(refused);
    expect((await call("GET /categories")).json).toEqual(before);
    await call("POST /products/shirt/publish");
    const other = await call("PATCH /products/shirt", { token, body: { price: 1, category: "Blouses" } });
    expect(other).toMatchObject(refused);
    expect(other.headers.get("www-authenticate")).toContain('scope="categories:write"');
    expect((await call("GET /products/shirt")).json).toMatchObject({ price: 49.9, category: "shirts" });
    expect(await call("PATCH /products/shirt", { token, body: { category: "Shirts" } })).toMatchObject({ status: 200 });
  });

  test("a change with If-Match is refused once someone else has changed the product", async () => {
    const { call } = await openTestApi(engine);
    const seen = (await call("POST /products", { body: shirt })).headers.get("etag") ?? "";
    const patch = (body: object, etag: string) =>
      call("PATCH /products/shirt", { body, headers: { "If-Match": etag } });
    const first = await patch({ price: 40 }, `W/${seen}`);
    expect(first.status).toBe(200);
    expect(await patch({ price: 30 }, seen)).toMatchObject({ status: 412, json: { type: "/api#changed" } });
    const both = await Promise.all([1, 2].map((price) => patch({ price }, first.headers.get("etag") ?? "")));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(await patch({ price: 30 }, "*")).toMatchObject({ status: 200, json: { price: 30 } });
    const { headers } = await call("GET /products/shirt");
    const again = await call("GET /products/shirt", { headers: { "If-None-Match": headers.get("etag") ?? "" } });
    expect(again).toMatchObject({ status: 304, json: undefined });
  });

  test("stock changes by pieces once per key, also twice at once, and never below 0", async () => {
    const { call } = await openTestApi(engine);
    await call("POST /products", { body: shirt });
    const count = (body: object, key: string) =>
      call("POST /products/shirt/stock", { body, headers: { "Idempotency-Key": key } });
    expect((await count({ by: -2 }, "a")).json).toEqual({ id: "shirt", before: 5, stock: 3 });
    expect((await count({ by: -2 }, "a")).json).toEqual({ id: "shirt", before: 5, stock: 3 });
    await Promise.all([count({ by: 4 }, "b"), count({ by: 4 }, "b")]);
    expect((await call("GET /products/shirt")).json.stock).toBe(7);
    expect(await count({ by: -8 }, "c")).toMatchObject({ status: 409, json: { detail: "Only 7 of shirt in stock" } });
    expect((await count({ to: 0 }, "c")).json.stock).toBe(0);
    for (const body of [{}, { by: 1, to: 2 }, { by: 1.5 }, { to: -1 }, { by: "1" }, { to: 1e12 }]) {
      expect(await call("POST /products/shirt/stock", { body })).toMatchObject({ status: 422 });
    }
    expect(await call("POST /products/none/stock", { body: { by: 1 } })).toMatchObject({ status: 404 });
  });

  test("a sale is started, changed and ended with the product's other fields, or nothing is saved", async () => {
    const { call } = await openTestApi(engine);
    await call("POST /products", { body: shirt });
    const patch = (body: object) => call("PATCH /products/shirt", { body });
    const sale = { salePrice: 29.9, saleStarts: null, saleEnds: "2100-01-01T00:00:00.000Z" };
    expect((await patch({ ...sale, title: "On sale" })).json).toMatchObject({ ...sale, price: 49.9, title: "On sale" });
    expect((await patch({ ...sale, title: "Still on sale" })).json).toMatchObject(sale);
    expect((await patch({ salePrice: 19.9 })).json).toMatchObject({ ...sale, salePrice: 19.9, price: 49.9 });
    const refused = await patch({ salePrice: 49.9, title: "Lost" });
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer: "#/salePrice" }] } });
    const { json: ended } = await patch({ salePrice: null });
    expect(ended).toMatchObject({ salePrice: null, saleEnds: null, title: "Still on sale" });
    expect(await patch({ saleEnds: sale.saleEnds })).toMatchObject({ status: 422 });
  });

  test("what lacks a category or a price becomes a draft, which is published or deleted", async () => {
    const { call } = await openTestApi(engine);
    const draft = await call("POST /products", { body: { title: "Wool scarf" } });
    expect(draft.json).toMatchObject({ id: "wool-scarf", status: "draft", price: 0, category: "" });
    expect(await call("POST /products/wool-scarf/publish")).toMatchObject({
      ...{ status: 422, json: { errors: [{ pointer: "#/price" }, { pointer: "#/category" }] } },
    });
    expect(await call("PATCH /products/wool-scarf", { body: { address: "scarf" } })).toMatchObject({ status: 422 });
    await call("PATCH /products/wool-scarf", { body: { price: 20, category: "Scarves" } });
    expect((await call("POST /products/wool-scarf/publish")).json).toMatchObject({
      status: "active",
      category: "scarves",
    });
    expect(await call("DELETE /products/wool-scarf")).toMatchObject({ status: 409 });
    const other = (await call("POST /products", { body: { ...shirt, id: "a/b c", status: "draft" } })).headers;
    expect(other.get("location")).toBe("/api/v1/products/a%2Fb%20c");
    expect((await call("GET /products?status=draft")).json.data).toMatchObject([{ id: "a/b c" }]);
    expect(await call("DELETE /products/a%2Fb%20c")).toMatchObject({ status: 204 });
    expect(await call("DELETE /products/a%2Fb%20c")).toMatchObject({ status: 404 });
    expect(await call("POST /products", { body: { title: "x", status: "active" } })).toMatchObject({ status: 422 });
  });

  test("a refused product says which fields, and leaves nothing behind", async () => {
    const { call } = await openTestApi(engine);
    await call("POST /products", { body: shirt });
    const refusedBy = async (body: object, asked = "POST /products") => {
      const { status, json } = await call(asked, { body });
      return [status, ...json.errors.map(({ pointer }: { pointer: string }) => pointer)];
    };
    expect(await refusedBy({})).toEqual([422, "#/title"]);
    expect(await refusedBy({ ...shirt, id: "2", pirce: 1, price: "1", stock: 1.5 })).toEqual([
      422,
      "#/price",
      "#/stock",
      "#/pirce",
    ]);
    expect(await refusedBy(shirt)).toEqual([422, "#/id"]);
    expect(await refusedBy({ ...shirt, id: "2", title: "x".repeat(201), discountPercentage: 101 })).toEqual([
      422,
      "#/discountPercentage",
    ]);
    expect(await refusedBy({ ...shirt, id: "2", title: "x".repeat(201) })).toEqual([422, "#/title"]);
    expect(await refusedBy({ ...shirt, id: "2", category: "New", salePrice: 60 })).toEqual([422, "#/salePrice"]);
    expect(await refusedBy([], "PATCH /products/shirt")).toEqual([422, "#"]);
    expect(await refusedBy({ options: ["M"] }, "PATCH /products/shirt")).toEqual([422, "#/options"]);
    expect(await refusedBy({ price: 0 }, "PATCH /products/shirt")).toEqual([422, "#/price"]);
    expect((await call("PATCH /products/shirt?free=true", { body: { price: 0 } })).json.price).toBe(0);
    expect(await call("GET /products/2")).toMatchObject({ status: 404 });
    expect((await call("GET /products")).json.data).toHaveLength(1);
  });

  test("pages of products follow each other, whatever changes in between", async () => {
    const { call } = await openTestApi(engine);
    for (const id of ["1", "2", "3", "4"]) await call("POST /products", { body: { ...shirt, id, sku: id } });
    const first = (await call("GET /products?limit=2")).json;
    await call("POST /products/1/archive");
    const second = (await call(`GET /products?limit=2&cursor=${first.nextCursor}`)).json;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
    expect(second.nextCursor).toBeNull();
    expect(await call(`GET /products?status=draft&cursor=${first.nextCursor}`)).toMatchObject({ status: 400 });
    for (const query of ["status=gone", "sku=", "sku=%00", `q=${"x".repeat(500)}`, "stock=some"]) {
      expect(await call(`GET /products?${query}`)).toMatchObject({ status: 400 });
    }
  });
});
