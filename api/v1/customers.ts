import * as v from "valibot";
import { readCustomersJson } from "#shop/accounts/customer-json.ts";
import { findCustomers } from "#shop/accounts/find-customers.ts";
import { momentCursor, newestOrOldest, pageOf, pageQuery, readMomentCursor, searchText, toPage } from "./list-page.ts";
import { Problem } from "./problems.ts";
import { type Resource, route } from "./route.ts";
import { moment } from "./shared-fields.ts";

const customer = v.strictObject({
  uid: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  email: v.string(),
  dateOfBirth: v.nullable(v.string()),
  street: v.string(),
  city: v.string(),
  zipCode: v.string(),
  country: v.string(),
  profilePicture: v.nullable(v.string()),
  createdAt: moment,
  emailVerified: v.boolean(),
  disabled: v.boolean(),
  hasAccount: v.optional(
    v.pipe(v.boolean(), v.description("False for customers of the earlier shop who have no account yet")),
  ),
  phone: v.optional(v.string()),
  acceptsMarketing: v.optional(v.nullable(v.boolean())),
});

export const customers: Resource = {
  name: "Customers",
  description: "People with an account, without staff who never ordered, and customers of the earlier shop.",
  schemas: { Customer: customer },
  routes: [
    route({
      method: "GET",
      path: "/customers",
      scope: "customers:read",
      summary: "List customers",
      query: v.object({
        q: searchText(200, "Only those whose names or email start with these words"),
        sort: newestOrOldest,
        ...pageQuery,
      }),
      answer: pageOf(customer),
      run: async ({ shop: { db }, query: { q, sort, cursor, limit } }) => {
        const place = readMomentCursor(cursor, /^.{1,100}$/);
        const after = place && { createdAt: place.moment, uid: place.id };
        const { customers: found, next } = await findCustomers(db, { text: q, hasRole: false, sort, after, limit });
        const listed = await readCustomersJson(
          db,
          found.map(({ uid }) => uid),
        );
        return toPage(listed, next && momentCursor(next.createdAt, next.uid));
      },
    }),
    route({
      method: "GET",
      path: "/customers/{uid}",
      scope: "customers:read",
      summary: "Read a customer",
      params: v.object({ uid: v.pipe(v.string(), v.description("The customer's ID")) }),
      answer: customer,
      run: async ({ shop, params: { uid } }) => {
        const [found] = await readCustomersJson(shop.db, [uid]);
        if (!found) throw new Problem("not-found");
        return found;
      },
    }),
  ],
};
