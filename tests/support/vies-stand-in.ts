import { text } from "node:stream/consumers";
import { serve } from "./serve.ts";

type Query = Record<"countryCode" | "vatNumber" | "requesterMemberStateCode" | "requesterNumber", string>;

/** A register of the EU's VAT numbers as its documentation has it, with what it was asked. `mode` is how it answers next. */
export async function serveVies() {
  const vies = { mode: "valid" as Mode, asked: [] as Query[] };
  const site = await serve(async (request, response) => {
    const query: Query = JSON.parse(await text(request));
    if (request.url !== "/check-vat-number") return void response.writeHead(404).end();
    vies.asked.push(query);
    if (vies.mode === "silent") return;
    const [status, body] = answers[vies.mode](query);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  return { ...site, vies };
}

type Mode = keyof typeof answers | "silent";

const answers = {
  valid: (query: Query) => [200, found(query, true)] as const,
  invalid: (query: Query) => [200, found(query, false)] as const,
  /** About another number. */
  mistaken: (query: Query) => [200, found({ ...query, vatNumber: "1" }, true)] as const,
  page: () => [200, "<html>Maintenance</html>"] as const,
  busy: () => [500, failure("MS_MAX_CONCURRENT_REQ")] as const,
  away: () => [200, failure("MS_UNAVAILABLE")] as const,
  endless: () => [200, `{"valid":true,"name":"${"x".repeat(500_000)}"}`] as const,
};

function found({ countryCode, vatNumber, requesterNumber }: Query, valid: boolean) {
  const hidden = { name: "---", address: "---" };
  const company = { name: "Lovelace Engines AB", address: "STORGATAN 1\n111 20 STOCKHOLM" };
  return JSON.stringify({
    ...{ countryCode, vatNumber, valid, requestDate: "2026-11-26T12:00:00.000Z" },
    ...{ requestIdentifier: valid && requesterNumber ? "WAPIAAAAZZZ" : "" },
    ...(valid ? company : hidden),
  });
}

function failure(error: string) {
  return JSON.stringify({ actionSucceed: false, errorWrappers: [{ error }] });
}
