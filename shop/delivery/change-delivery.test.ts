import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { deliveryFields, deliveryId, setUpDelivery } from "../../tests/support/set-up-delivery.ts";
import { readChanges } from "../changes/change-log.ts";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "../forms/form-errors.ts";
import type { Shop } from "../shop.ts";
import { deleteDelivery, editDelivery, moveDelivery } from "./change-delivery.ts";
import { readDeliveryOptions } from "./read-delivery.ts";

const actor = "olga@example.com";

async function namesOf({ db }: Shop) {
  return (await readDeliveryOptions(db)).map(({ name }) => name);
}

forEachEngine((_, engine) => {
  test("options are added, moved, edited and deleted, and the log has it", async () => {
    const { shop } = await openTestShop(engine);
    expect(await readDeliveryOptions(shop.db)).toMatchObject([
      { name: "Standard", priceCents: 0, freeFromCents: null, days: 3 },
    ]);
    const express = await setUpDelivery(shop);
    const pickup = await setUpDelivery(shop, { name: "Pickup", price: "", pickup: "on" });
    await moveDelivery(shop, pickup, "up", actor);
    await moveDelivery(shop, pickup, "up", actor);
    await moveDelivery(shop, pickup, "up", actor);
    expect(await namesOf(shop)).toEqual(["Pickup", "Standard", "Express"]);
    const original = deliveryFields();
    await editDelivery(shop, express, { ...original, price: "12.00" }, { original, actor });
    await expect(editDelivery(shop, express, original, { original, actor })).rejects.toThrow(ChangedMeanwhileError);
    await deleteDelivery(shop, pickup, actor);
    await expect(deleteDelivery(shop, pickup, actor)).rejects.toThrow(RecordUnknownError);
    await shop.refreshSettings();
    expect(shop.settings.delivery).toEqual({
      ...{ priceCents: 0, freeFromCents: null, days: 3, hasChoice: true },
      otherPrices: [{ priceCents: 1200, freeFromCents: null }],
    });
    const log = await readChanges(shop.db, { kind: "delivery", limit: 10 });
    expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      ...["deleted Pickup", "edited Express", "moved Pickup", "moved Pickup", "added Pickup", "added Express"],
    ]);
    expect(log[1]?.fields).toEqual({ price: { before: "9.90", after: "12.00" } });
  });
});

test("saving a new shop's delivery as it is confirms it, once", async () => {
  const { shop } = await openTestShop("sqlite");
  const original = deliveryFields({ name: "Standard", price: "", days: "3" });
  const id = await deliveryId(shop);
  for (let times = 0; times < 2; times++) await editDelivery(shop, id, original, { original, actor });
  const log = await readChanges(shop.db, { kind: "delivery", limit: 10 });
  expect(log).toMatchObject([{ action: "confirmed", subject: "Standard", fields: {} }]);
});

test("a shop keeps an option that isn't disabled, and no two have the same name", async () => {
  const { shop } = await openTestShop("sqlite");
  const id = await deliveryId(shop);
  await expect(setUpDelivery(shop, { name: "standard" })).rejects.toThrow("There is already an option standard");
  await expect(deleteDelivery(shop, id, actor)).rejects.toThrow(FormRefusedError);
  const express = await setUpDelivery(shop, { disabled: "on" });
  await expect(deleteDelivery(shop, id, actor)).rejects.toThrow("at least one delivery option");
  const original = deliveryFields({ disabled: "on" });
  await editDelivery(shop, express, { ...original, disabled: "" }, { original, actor });
  await deleteDelivery(shop, id, actor);
  expect(await namesOf(shop)).toEqual(["Express"]);
});
