import { href, redirect } from "react-router";
import { readPerson } from "#shop/accounts/delete-account.ts";
import { exportCsv, exportJson, isDownloadToken } from "#shop/accounts/export-data.ts";
import { shopContext } from "#web/request-context.ts";
import { csvType, fileHeaders, jsonType, streamTexts } from "#web/stream-texts.server.ts";
import { requireUser } from "../accounts/session.server.ts";
import type { Route } from "./+types/account-data";

/** All that the shop keeps about the customer, who has typed their password for it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { uid, email } = requireUser(context, "account");
  const shop = context.get(shopContext);
  const { db } = shop;
  const token = url.searchParams.get("token") ?? "";
  if (!(await isDownloadToken(shop, uid, token))) throw redirect(`${href("/account")}#download`);
  const person = await readPerson(db, uid, email);
  const isJson = url.pathname.endsWith(".json");
  const file = isJson ? { type: jsonType, name: "my-data.json" } : { type: csvType, name: "my-data.csv" };
  if (request.method === "HEAD") return new Response(null, { headers: fileHeaders(file) });
  return streamTexts(isJson ? exportJson(db, person) : exportCsv(db, person), file);
}
