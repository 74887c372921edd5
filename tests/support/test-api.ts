import { expect } from "vitest";
import { createApi } from "#api/v1/api.ts";
import { resources } from "#api/v1/resources.ts";
import type { Route } from "#api/v1/route.ts";
import type { Engine } from "#database/connect.ts";
import { safeParse } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { type Scope, scopes } from "#shop/tokens/scopes.ts";
import { createToken } from "#shop/tokens/tokens.ts";
import { openTestShop } from "./open-test-shop.ts";

interface Sent {
  /** Sent as JSON; a text as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests know what they ask for
  json: any;
}

/** A shop with a token for everything, named "Test". */
export async function openTestApi(engine: Engine) {
  const opened = await openTestShop(engine);
  return { ...opened, ...(await testApi(opened.shop)) };
}

/** The API of a shop. */
export async function testApi(shop: Shop) {
  const api = createApi({ shop, addressOf: () => "192.0.2.1" });
  const tokenFor = (name: string, granted: Scope[]) =>
    createToken(shop, { name, scopes: granted, expires: "" }, "olga@example.com");
  const everything = await tokenFor("Test", scopes);

  /** Sends a request, and checks that its answer is what the documentation says. @param asked such as "GET /products?limit=2", after `/api/v1` */
  async function call(asked: string, { body, headers = {}, token = everything }: Sent = {}): Promise<Answered> {
    const [method = "", path = ""] = asked.split(" ");
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const sent = {
      Authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        "Content-Type": "application/json",
        "Content-Length": String(Buffer.byteLength(text)),
      }),
      ...headers,
    };
    const answer = await api.request(
      `/api/v1${path}`,
      { method, headers: sent, ...(text !== undefined && { body: text }) },
      { incoming: {} },
    );
    const answered = await answer.text();
    const json = answered === "" ? undefined : JSON.parse(answered);
    expectDescribed(method, path, { status: answer.status, json });
    return { status: answer.status, headers: answer.headers, json };
  }

  return { api, call, tokenFor, everything };
}

function expectDescribed(method: string, path: string, { status, json }: Pick<Answered, "status" | "json">) {
  if (status >= 300) return;
  const route = findRoute(method, path);
  if (route?.answer) expect(safeParse(route.answer, json).issues, `the answer of ${method} ${path}`).toBeUndefined();
}

function findRoute(method: string, path: string): Route | undefined {
  const [asked = ""] = path.split("?");
  return resources
    .flatMap(({ routes }) => routes)
    .find((route) => {
      const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return route.method === method && pattern.test(asked);
    });
}
