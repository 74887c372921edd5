import { data } from "react-router";
import { readPerson } from "#shop/accounts/delete-account.ts";
import { exportCsv, exportJson } from "#shop/accounts/export-data.ts";
import { readOwnersCustomer } from "#shop/accounts/find-customers.ts";
import { logChange } from "#shop/changes/change-log.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { csvType, jsonType, streamTexts } from "#web/stream-texts.server.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/customer-data";

/** All that the shop keeps about a customer, for one who asks for it. The activity log has who downloaded it. */
export async function loader({ request, url, params: { uid }, context }: Route.LoaderArgs) {
  const actor = context.get(ownerContext).email;
  startDownload(request);
  const { db, now } = context.get(shopContext);
  const customer = await readOwnersCustomer(db, uid);
  if (!customer || customer.isImported) throw data(null, 404);
  const person = await readPerson(db, uid, customer.email);
  const change = { actor, kind: "customer", subject: customer.email, action: "downloaded" } as const;
  await logChange(db, change, now());
  const isJson = url.pathname.endsWith(".json");
  if (isJson) return streamTexts(exportJson(db, person), { type: jsonType, name: "customer.json" });
  return streamTexts(exportCsv(db, person), { type: csvType, name: "customer.csv" });
}
