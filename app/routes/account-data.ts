import { Readable } from "node:stream";
import { href, redirect } from "react-router";
import { readPerson } from "#shop/accounts/delete-account.ts";
import { exportCsv, exportJson, isDownloadToken } from "#shop/accounts/export-data.ts";
import { shopContext } from "#web/request-context.ts";
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
  const headers = {
    "Content-Type": isJson ? "application/json; charset=utf-8" : "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="my-data.${isJson ? "json" : "csv"}"`,
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const parts = isJson ? exportJson(db, person) : exportCsv(db, person);
  const bytes = Readable.from(parts, { objectMode: true }).map((text: string) => Buffer.from(text));
  return new Response(Readable.toWeb(bytes) as ReadableStream, { headers });
}
