import { channel } from "node:diagnostics_channel";
import { NewerSchemaError } from "#database/schema-guard.ts";
import { type DatabaseUnavailableError, isDiskFull } from "#database/unavailable-error.ts";

/** Why a request can't be answered for now. */
export type UnavailableReason =
  | "database"
  | "disk_full"
  | "outdated_version"
  | "payment_provider"
  | "picture_storage"
  | "busy";

/** Published while a request is answered that can't be for now, for metrics. */
export const unavailable = channel<{ reason: UnavailableReason }>("torg:unavailable");

export function noteUnavailable(reason: UnavailableReason) {
  unavailable.publish({ reason });
}

/** Publishes why the database can't be used. */
export function noteOutage(outage: DatabaseUnavailableError) {
  if (outage instanceof NewerSchemaError) noteUnavailable("outdated_version");
  else noteUnavailable(isDiskFull(outage.cause) ? "disk_full" : "database");
}
