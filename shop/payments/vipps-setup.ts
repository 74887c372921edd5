import * as v from "valibot";
import { webAddress } from "../forms/form-rules.ts";
import type { ProviderSetup } from "./provider.ts";
import type { VippsSettings } from "./vipps-client.ts";

const liveUrl = "https://api.vipps.no";
const keys = [
  ...(["VIPPS_CLIENT_ID", "VIPPS_CLIENT_SECRET", "VIPPS_SUBSCRIPTION_KEY", "VIPPS_MERCHANT_SERIAL_NUMBER"] as const),
] as const;
/** They are sent in headers. */
const key = v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]+$/, "must be one word of printable ASCII")));

const environment = v.pipe(
  v.object({
    VIPPS_CLIENT_ID: key,
    VIPPS_CLIENT_SECRET: key,
    VIPPS_SUBSCRIPTION_KEY: key,
    VIPPS_MERCHANT_SERIAL_NUMBER: v.optional(
      v.pipe(v.string(), v.trim(), v.regex(/^\d{4,7}$/, "must be the sales unit's number, 4 to 7 digits")),
    ),
    VIPPS_API_URL: v.optional(webAddress),
    // See docs/decisions/0286.
    VIPPS_CAPTURE: v.optional(v.picklist(["sent", "paid"], "must be sent or paid"), "sent"),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    const missing = keys.find((name) => value[name] === undefined);
    if (missing === undefined || keys.every((name) => value[name] === undefined)) return;
    addIssue({
      message: `is required with the other keys of the sales unit (${keys.join(", ")})`,
      path: [{ type: "object", origin: "value", input: value, key: missing, value: undefined }],
    });
  }),
  v.transform((read): VippsSettings | undefined => {
    const { VIPPS_CLIENT_ID: clientId, VIPPS_CLIENT_SECRET: clientSecret } = read;
    const { VIPPS_SUBSCRIPTION_KEY: subscriptionKey, VIPPS_MERCHANT_SERIAL_NUMBER: merchantSerialNumber } = read;
    if (!(clientId && clientSecret && subscriptionKey && merchantSerialNumber)) return undefined;
    const apiUrl = (read.VIPPS_API_URL ?? liveUrl).replace(/\/+$/, "");
    // There is one live address; the test environment and stand-ins have others.
    const mode = apiUrl === liveUrl ? "live" : "test";
    return { clientId, clientSecret, subscriptionKey, merchantSerialNumber, apiUrl, mode, capture: read.VIPPS_CAPTURE };
  }),
);

/** Payments with Vipps in Norway and Sweden and MobilePay in Denmark and Finland. */
export const vippsSetup = {
  label: "Vipps MobilePay",
  checkoutNote: "You'll pay with Vipps or MobilePay on the next page.",
  refundNote: "You'll get your money back through Vipps MobilePay. What was only reserved is released.",
  takesCards: false,
  account: {
    name: "Vipps MobilePay",
    offers: "payments by phone in the Nordic countries, in NOK, DKK or EUR",
    signUp: "https://portal.vippsmobilepay.com",
  },
  requiredVariables: [...keys],
  needsHttps: true,
  environment,
  modeOf: ({ mode }: VippsSettings) => mode,
  open: async (settings: VippsSettings) => (await import("./vipps.ts")).createVippsPayments(settings),
} satisfies ProviderSetup;
