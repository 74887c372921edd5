import fc from "fast-check";
import { expect, test } from "vitest";
import { productAddress } from "#shop/values/product-address.ts";
import { pageQueries } from "#web/page-queries.ts";
import { anyText } from "../../tests/support/any-text.ts";
import { createFindPageAddress } from "./page-address.ts";

const findPageAddress = createFindPageAddress(
  [
    { id: "root" },
    { id: "home", parentId: "root" },
    { id: "about", parentId: "root", path: "about" },
    { id: "list", parentId: "root", path: "products" },
    { id: "product", parentId: "root", path: "products/:id" },
    { id: "profile", parentId: "root", path: "profile" },
  ],
  { "/": {}, "/about": {}, "/products": pageQueries["/products"], "/products/:id": {} },
);

const asked: [url: string, address: string][] = [
  ["/", "/"],
  ["/?x=1", "/"],
  ["/_.data?x=1", "/_.data"],
  ["/about?x=1&x=2", "/about"],
  ["/about.data?x=1", "/about.data"],
  ["/products?page=2&filter=beauty", "/products?filter=beauty&page=2"],
  ["/products?filter=beauty&utm_source=mail", "/products?filter=beauty"],
  ["/products?filter=meat&filter=Junk&filter=beauty&filter=meat", "/products?filter=beauty&filter=meat"],
  [
    "/products?filter=brand-b&filter=brand-a&q=%20cr%C3%A8me%20%20brul%C3%A9e",
    "/products?q=cr%C3%A8me+brul%C3%A9e&filter=brand-a&filter=brand-b",
  ],
  ["/products?q=%20", "/products"],
  ["/products?filter=Junk&page=two", "/products"],
  ["/products?page", "/products"],
  ["/products?filter=%62eauty", "/products?filter=beauty"],
  ["/products.data?_routes=list&x=1", "/products.data?_routes=list"],
  ["/products.data?page=2&_routes=junk,list,root,list", "/products.data?page=2&_routes=root%2Clist"],
  ["/products?_routes=list", "/products"],
  ["/products/a%2Fb?x=1", "/products/a%2Fb"],
  ["/products/tea%2Edata.data", "/products/tea%2Edata.data"],
];

test.for(asked)("what is asked for at %s is the page at %s", ([url, address]) => {
  expect(findPageAddress(url)).toBe(address);
  expect(findPageAddress(address)).toBe(address);
});

test.for([
  "",
  "/nowhere",
  "/profile",
  "/about/",
  "/About",
  "//about",
  "/about.data.data",
  "/products/:id",
  "/products/",
  "/products/a/b",
  "/products/%61",
  "/products/%",
  "/products/lemons/",
  "/products.data?_routes=junk",
  "http://torg.example/about",
])("%s is no address of a public page", (url) => {
  expect(findPageAddress(url)).toBeUndefined();
});

test("a page that doesn't read its query is one page, whatever the query", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(findPageAddress(`/about?${text}`)).toBe("/about");
      expect(["/products", "/products?page=2"]).toContain(
        findPageAddress(`/products?${text.replaceAll("filter", "")}`),
      );
    }),
  );
});

test("each product's page has one address", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const id = text.toWellFormed();
      fc.pre(!["", ".", ".."].includes(id));
      const address = productAddress({ id });
      expect(findPageAddress(`${address}?x`)).toBe(address);
      expect(findPageAddress(`${address}.data`)).toBe(`${address}.data`);
    }),
  );
});
