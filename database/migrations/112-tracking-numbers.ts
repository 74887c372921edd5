import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex } from "./103-large-lists.ts";

/** The number of an event's parcel as it is searched: without spaces, in small letters. PostgreSQL finds beginnings where bytes are compared. */
export function trackingKey(engine: Engine) {
  return `lower(replace(tracking, ' ', '')${engine === "postgres" ? ` collate "C"` : ""})`;
}

export function trackingIndexes(engine: Engine): LargeIndex[] {
  const columns = `(${trackingKey(engine)}), "orderId"`;
  return [{ name: "orderEvents_tracking", table: "orderEvents", columns, where: "tracking is not null" }];
}

/** Lets the back office find orders by the numbers of their parcels. See docs/decisions/0403. */
export function indexTrackingNumbers(engine: Engine) {
  return indexLarge(engine, trackingIndexes(engine), "112");
}
