import { expect, test } from "vitest";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { deliveryId, setUpDelivery, setUpPlace } from "../../tests/support/set-up-delivery.ts";
import { readChanges } from "../changes/change-log.ts";
import { ChangedMeanwhileError, RecordUnknownError } from "../forms/form-errors.ts";
import { validate } from "../forms/validate.ts";
import type { Shop } from "../shop.ts";
import { deleteDelivery } from "./change-delivery.ts";
import { deletePlace, editPlace, movePlace } from "./change-places.ts";
import { placeForm, toPlaceForm } from "./place-form.ts";
import { placesToday } from "./places-today.ts";
import { readDeliveryOptions, readPlaceRows } from "./read-delivery.ts";

const actor = "olga@example.com";

async function namesOf({ db }: Shop) {
  return (await readDeliveryOptions(db)).flatMap(({ places = [] }) => places.map(({ name }) => name));
}

forEachEngine((_, engine) => {
  test("places are added, moved, edited and deleted by two owners at once, and the log has it", async () => {
    const { shop } = await openTestShop(engine);
    const optionId = await setUpDelivery(shop, { name: "Pickup", price: "", pickup: "on" });
    const bergen = await setUpPlace(shop, optionId, { name: "Bergen", city: "Bergen", hours: "Mon–Fri 10–18" });
    const oslo = { optionId, placeId: await setUpPlace(shop, optionId, { name: "Oslo", country: "no" }) };
    await expect(setUpPlace(shop, optionId, { name: "oslo" })).rejects.toThrow("There is already a place oslo");
    await movePlace(shop, oslo, "up", actor);
    await movePlace(shop, oslo, "up", actor);
    expect(await namesOf(shop)).toEqual(["Oslo", "Bergen"]);
    const [row] = await readPlaceRows(shop.db);
    if (!row) throw new Error("There is no place");
    const original = toPlaceForm(row);
    expect(original).toMatchObject({ name: "Oslo", country: "NO" });
    const edits = ["Storgata 1", "Storgata 2"].map((street) =>
      editPlace(shop, oslo, { ...original, street }, { original, actor }),
    );
    const answers = await Promise.allSettled(edits);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(answers).toContainEqual({ status: "rejected", reason: expect.any(ChangedMeanwhileError) });
    await expect(deletePlace(shop, { optionId: await deliveryId(shop), placeId: bergen }, actor)).rejects.toThrow(
      RecordUnknownError,
    );
    await deletePlace(shop, { optionId, placeId: bergen }, actor);
    await expect(movePlace(shop, { optionId, placeId: bergen }, "up", actor)).rejects.toThrow(RecordUnknownError);
    const log = await readChanges(shop.db, { kind: "delivery", limit: 10 });
    expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      ...["deleted Pickup, Bergen", "edited Pickup, Oslo", "moved Pickup, Oslo"],
      ...["added Pickup, Oslo", "added Pickup, Bergen", "added Pickup"],
    ]);
    await deleteDelivery(shop, optionId, actor);
    expect(await readPlaceRows(shop.db)).toEqual([]);
  });
});

test("a checkout has today's hours of each place, also on its country's holidays", async () => {
  const { shop } = await openTestShop("sqlite");
  const optionId = await setUpDelivery(shop, { name: "Pickup", price: "", pickup: "on" });
  const address = { street: "Bryggen 1", zipCode: "5003", city: "Bergen" };
  const hours = "Daily 10–18";
  const bergen = await setUpPlace(shop, optionId, { name: "Bergen", ...address, hours });
  const berlin = await setUpPlace(shop, optionId, { name: "Berlin", country: "DE", hours });
  const silent = await setUpPlace(shop, optionId, { name: "Silent" });
  const today = await placesToday(await readDeliveryOptions(shop.db), "2026-05-17", {
    countries: [{ code: "NO", name: "Norway" }],
    locale: "en",
  });
  expect(today).toEqual({
    [bergen]: { address: "Bryggen 1, 5003 Bergen", hours: "Closed today, a public holiday", ready: "Monday 18 May" },
    [berlin]: { address: "Germany", hours: "Open today 10:00–18:00", ready: "Monday 18 May" },
    [silent]: { address: "" },
  });
});

test("a place's form says what is wrong with it", () => {
  expect(validate(placeForm, { name: " ", country: "ZZ", hours: "Mon 10" }).errors).toEqual({
    name: "Enter a name",
    country: "Choose a country",
    hours: "Line 1: “10” isn't from–to, such as 10–18",
  });
});
