import * as v from "valibot";
import { findRedirects } from "#shop/redirects/find-redirects.ts";
import { canonicalAddress, longestAddress } from "#shop/redirects/redirect-address.ts";
import { deleteRedirects, readRedirect, saveRedirect } from "#shop/redirects/redirects.ts";
import { cutPage, pageOf, pageQuery, searchText } from "./list-page.ts";
import { Problem } from "./problems.ts";
import { type Resource, route } from "./route.ts";

const address = v.pipe(
  v.string("must be text"),
  v.maxLength(longestAddress, `must have at most ${longestAddress} characters`),
);

const redirect = v.strictObject({
  from: v.pipe(address, v.description("A path of this shop, with or without a query"), v.examples(["/old-page"])),
  to: v.pipe(address, v.description("Where it leads"), v.examples(["/products/3"])),
});

export const redirects: Resource = {
  name: "Redirects",
  description: "Old addresses, and where they lead now.",
  schemas: { Redirect: redirect },
  routes: [
    route({
      method: "GET",
      path: "/redirects",
      scope: "redirects:read",
      summary: "List redirects",
      description: "Sorted by `from`.",
      query: v.object({
        q: searchText(200, "Only those that contain this text"),
        ...pageQuery,
      }),
      answer: pageOf(redirect),
      run: async ({ shop, query: { q, cursor = "", limit } }) => {
        const found = await findRedirects(shop.db, { text: q, after: cursor, limit: limit + 1 });
        return cutPage(found, limit, ({ from }) => from);
      },
    }),
    route({
      method: "POST",
      path: "/redirects",
      scope: "redirects:write",
      summary: "Add a redirect",
      description: "Or change the one with the same `from`. The answer has both addresses as the shop saved them.",
      body: redirect,
      answer: redirect,
      run: async ({ shop, actor, body }) => {
        await saveRedirect(shop, body, actor);
        return readRedirect(shop.db, body.from);
      },
    }),
    route({
      method: "DELETE",
      path: "/redirects",
      scope: "redirects:write",
      summary: "Delete a redirect",
      query: v.object({ from: v.pipe(address, v.description("As in the list"), v.examples(["/old-page"])) }),
      run: async ({ shop, actor, query: { from } }) => {
        const count = await deleteRedirects(shop, [canonicalAddress(from) ?? from], actor);
        if (count === 0) throw new Problem("not-found");
      },
    }),
  ],
};
