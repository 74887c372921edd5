import { expect, test } from "vitest";
import { readChanges } from "#shop/changes/change-log.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestApi } from "../../tests/support/test-api.ts";

forEachEngine((_, engine) => {
  test("categories and tags are added, changed, moved and deleted, as their screens do", async () => {
    const { call, shop } = await openTestApi(engine);
    await shop.db.deleteFrom("categories").execute();
    const add = (body: object) => call("POST /categories", { body });
    const clothes = await add({ name: "Clothes", inMenu: true, searchWords: "apparel, Apparels" });
    expect(clothes).toMatchObject({
      status: 201,
      json: { slug: "clothes", kind: "category", inMenu: true, parent: null },
    });
    expect(clothes.headers.get("location")).toBe("/api/v1/categories/clothes");
    await add({ name: "Tees", parent: "clothes" });
    await add({ name: "Hats" });
    await add({ name: "Linen", kind: "tag" });
    expect((await add({ name: "Hats" })).json.errors).toMatchObject([{ pointer: "#/slug" }]);
    expect((await add({})).json.errors).toMatchObject([{ pointer: "#/name" }]);
    expect(
      (await add({ name: "x", kind: "tag", inMenu: true, parent: "none", picture: "https://x.example/" })).json.errors,
    ).toMatchObject([{ pointer: "#/picture" }]);

    const slugs = async (query = "") =>
      (await call(`GET /categories${query}`)).json.data.map(({ slug }: { slug: string }) => slug);
    expect(await slugs()).toEqual(["clothes", "tees", "hats", "linen"]);
    expect(await slugs("?kind=tag")).toEqual(["linen"]);
    const first = (await call("GET /categories?limit=3")).json;
    expect(await slugs(`?limit=3&cursor=${first.nextCursor}`)).toEqual(["linen"]);
    await call("POST /categories/hats/move", { body: { direction: "up" } });
    expect(await slugs("?kind=category")).toEqual(["hats", "clothes", "tees"]);

    const read = await call("GET /categories/clothes");
    const patch = (body: object, headers = {}) => call("PATCH /categories/clothes", { body, headers });
    expect((await patch({ ...read.json, description: "To wear" })).json).toEqual({
      ...read.json,
      description: "To wear",
    });
    const seen = { "If-Match": read.headers.get("etag") ?? "" };
    expect(await patch({ description: null }, seen)).toMatchObject({ status: 412 });
    expect((await patch({ slug: "clothing", description: null })).json).toMatchObject({
      slug: "clothing",
      description: "",
    });
    expect((await call("GET /categories/tees")).json.parent).toBe("clothing");
    expect((await call("GET /redirects")).json.data).toHaveLength(1);

    await call("POST /products", { body: { id: "1", title: "Tee", price: 9, category: "tees", tags: ["linen"] } });
    expect(await call("DELETE /categories/tees")).toMatchObject({ status: 409 });
    expect(await call("DELETE /categories/tees?moveTo=hats")).toMatchObject({ status: 204 });
    expect(await call("DELETE /categories/linen?untag=true")).toMatchObject({ status: 204 });
    expect((await call("GET /products/1")).json).toMatchObject({ category: "hats", tags: [] });
    for (const asked of ["GET /categories/tees", "DELETE /categories/tees", "GET /categories/%00"]) {
      expect(await call(asked)).toMatchObject({ status: 404 });
    }
    const log = await readChanges(shop.db, { kind: "category", limit: 50 });
    expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set(["token Test"]));
  });
});
