import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { orderForm } from "../checkout/order-form.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { IdempotencyConflictError } from "../checkout/placed-order.ts";
import { validate } from "../forms/validate.ts";
import { readCustomersOrder } from "./views/read-order.ts";
import { readParcels } from "./views/read-parcels.ts";
import { receiptDetails } from "./views/receipt.ts";
import { writeOrdersCsv } from "./views/write-orders-csv.ts";

test.for([
  [" Ring twice\n", "Ring twice"],
  ["\0 ", undefined],
  ["", undefined],
  ["a".repeat(500), "a".repeat(500)],
])("the note %j of a checkout is kept as %j", ([note, kept]) => {
  expect(validate(orderForm, { ...orderOf([["coffee", 1]]), note }).values?.note).toBe(kept);
});

test.for([["a".repeat(501)], [5], [{}]])("the note %j is refused", ([note]) => {
  expect(validate(orderForm, { ...orderOf([["coffee", 1]]), note }).errors).toHaveProperty("note");
});

test.for([["a".repeat(301)], [5], [{}]])("the gift message %j is refused", ([giftMessage]) => {
  expect(validate(orderForm, { ...orderOf([["coffee", 1]]), giftMessage }).errors).toHaveProperty("giftMessage");
});

forEachEngine((_, engine) => {
  test.for([
    { field: "note", name: "Note" },
    { field: "giftMessage", name: "Gift message" },
  ])(
    "a customer's $field is on the receipt, in the mail, on the packing slip and in the CSV, with its lines",
    async ({ field, name }) => {
      const { shop, readMails } = await openTestShop(engine);
      const uid = await registerVerified(shop);
      await importRecords(shop.db, [catalogRecord({ stock: 6 })]);
      const posted = { ...orderOf([["coffee", 1]]), [field]: "Ring twice,\r\nplease" };
      const form = validate(orderForm, posted).values ?? posted;
      const number = await placeOrder(shop.db, uid, form, shop.now());
      const receipt = await readCustomersOrder(shop.db, uid, number);
      expect(receipt && receiptDetails(receipt, { timeZone: "UTC", locale: "en" })).toContainEqual([
        name,
        "Ring twice,\nplease",
      ]);
      expect(await readParcels(shop.db, [number], 1)).toMatchObject([{ notes: [[name, "Ring twice,\nplease"]] }]);
      await sendDueMails(shop);
      const mail = (await readMails()).find(({ subject }) => subject?.includes(number));
      expect(mail?.text).toContain(`${name}: Ring twice,\n  please`);
      expect(mail?.html).toContain("Ring twice,<br/>please");
      let csv = "";
      for await (const part of writeOrdersCsv(shop.db, { sort: "oldest" }, "UTC")) csv += part;
      expect(csv).toMatch(new RegExp(`,Items,${name}\\r\\n.*,1 × Filter Coffee,"Ring twice,\\nplease"\\r\\n$`));

      expect(await placeOrder(shop.db, uid, form, shop.now())).toBe(number);
      const changed = placeOrder(shop.db, uid, { ...form, [field]: "Ring once" }, shop.now());
      await expect(changed).rejects.toThrow(IdempotencyConflictError);
    },
  );
});
