import * as v from "valibot";
import type { VatAnswer } from "#database/schema.ts";
import { safeParse, storableText } from "../forms/validate.ts";
import { postSafely } from "../outbound/fetch-safely.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { ShopSettings } from "../shop.ts";
import { isInVies, readVatNumber, splitVatNumber } from "./vat-number.ts";

/** The register of the EU's VAT numbers (https://ec.europa.eu/taxation_customs/vies/#/technical-information). */
export const viesApiUrl = "https://ec.europa.eu/taxation_customs/vies/rest-api";

const mostBytes = 20_000;
const mostText = 500;

/** What VIES says of a VAT number. */
export interface ViesAnswer {
  answer: VatAnswer;
  consultation: string | null;
  name: string | null;
  address: string | null;
  /** Why there was no answer, such as "MS_MAX_CONCURRENT_REQ". */
  problem: string | null;
}

const text = v.nullish(v.string());
const found = v.object({
  valid: v.boolean(),
  countryCode: v.string(),
  vatNumber: v.string(),
  requestIdentifier: text,
  name: text,
  address: text,
});
const failed = v.object({ errorWrappers: v.tupleWithRest([v.object({ error: v.string() })], v.unknown()) });

interface Asking {
  /** The seller's own VAT number; with one of the EU's, the answer has a number that proves the consultation. */
  requester: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Asks VIES whether a number is valid. It only throws when it is aborted: anything but an answer about this number counts as none. */
export async function askVies(
  { viesApiUrl: address, allowedPrivateHosts }: Pick<ShopSettings, "viesApiUrl" | "allowedPrivateHosts">,
  number: string,
  { requester, timeoutMs, signal = new AbortController().signal }: Asking,
): Promise<ViesAnswer> {
  try {
    const { status, content } = await postSafely(`${address}/check-vat-number`, {
      body: JSON.stringify(queryOf(number, requester)),
      headers: { "content-type": "application/json" },
      ...{ mostBytes, allowedPrivateHosts, signal, limits: { idleMs: timeoutMs, wholeMs: timeoutMs } },
    });
    return readAnswer(number, status, Buffer.from(content).toString());
  } catch (error) {
    signal.throwIfAborted();
    return noAnswer(error instanceof OutboundError ? error.message : "No answer");
  }
}

function queryOf(number: string, requester: string) {
  const { prefix: countryCode, rest: vatNumber } = splitVatNumber(number);
  const own = readVatNumber(requester, {});
  if (!("number" in own) || !isInVies(own.number)) return { countryCode, vatNumber };
  const { prefix, rest } = splitVatNumber(own.number);
  return { countryCode, vatNumber, requesterMemberStateCode: prefix, requesterNumber: rest };
}

function readAnswer(number: string, status: number, body: string): ViesAnswer {
  const json = parseJson(body);
  const { prefix, rest } = splitVatNumber(number);
  const { success, output } = safeParse(found, json);
  const isSame = success && output.countryCode === prefix && output.vatNumber.replace(/\W/g, "") === rest;
  if (status === 200 && isSame) {
    const { valid, requestIdentifier, name, address } = output;
    const answer = valid ? ("valid" as const) : ("invalid" as const);
    const told = { consultation: disclosed(requestIdentifier), name: disclosed(name), address: disclosed(address) };
    return { answer, ...told, problem: null };
  }
  const failure = safeParse(failed, json);
  return noAnswer(failure.success ? failure.output.errorWrappers[0].error : `Answered with ${status}`);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Countries that disclose nothing answer "---". */
function disclosed(text: string | null | undefined) {
  const clean = storableText(text ?? "")
    .trim()
    .slice(0, mostText);
  return clean === "" || /^-+$/.test(clean) ? null : clean;
}

function noAnswer(problem: string): ViesAnswer {
  const short = storableText(problem).slice(0, mostText);
  return { answer: "unavailable", consultation: null, name: null, address: null, problem: short };
}
