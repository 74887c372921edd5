import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { raiseCatalogRevision } from "../catalog/catalog-revision.ts";
import { isTimeZone } from "../days.ts";
import { centsFromAmount, centsFromTypedAmount, decimalAmount } from "../money.ts";
import { type DeliveryTerms, standardDelivery } from "../orders/delivery.ts";
import type { LiveSettings, ShopDatabase, ShopSettings } from "../shop.ts";
import { changedFields, logChange } from "./change-log.ts";

const factsKey = "shopFacts";
const figureCount = 4;
/** More is a slip of the keyboard. */
const mostCents = 10_000_000;
const mostDays = 60;

/** What the home page says of the shop in numbers, as long as its owner says nothing else. */
const sampleFigures = [
  { value: "1M+", label: "customers" },
  { value: "10K+", label: "products" },
  { value: "50+", label: "categories" },
  { value: "99%", label: "satisfaction" },
];

function text(limit: number) {
  return v.pipe(v.optional(v.string(), ""), v.trim(), v.maxLength(limit, `Use at most ${limit} characters`));
}

/** An amount of dollars, as somebody typed it; it comes out with 2 decimals. */
const amount = v.pipe(
  text(12),
  v.check(
    (typed) => typed === "" || (centsFromTypedAmount(typed) ?? Infinity) <= mostCents,
    "Use an amount such as 4.90",
  ),
  v.transform((typed) => (typed === "" ? "" : decimalAmount(centsFromTypedAmount(typed) ?? 0))),
);

const figureFields = Object.fromEntries(
  Array.from({ length: figureCount }, (_, index) => [
    [`value${index + 1}`, text(12)],
    [`label${index + 1}`, text(30)],
  ]).flat(),
) as Record<FigureField, ReturnType<typeof text>>;

type FigureField = `${"value" | "label"}${1 | 2 | 3 | 4}`;

/** What an owner may say of the shop. What is left empty is as it comes. */
export const factsForm = v.object({
  shopName: text(40),
  timeZone: v.pipe(
    text(60),
    v.check((name) => name === "" || isTimeZone(name), "Use a time zone's name, such as Europe/Oslo"),
  ),
  sellerAddress: text(200),
  organisationNumber: text(30),
  sellerEmail: v.pipe(
    text(100),
    v.check((email) => email === "" || /^\S+@\S+\.\S+$/.test(email), "Use an address such as shop@example.com"),
  ),
  sellerPhone: text(30),
  deliveryPrice: amount,
  deliveryFreeFrom: amount,
  deliveryDays: v.pipe(
    text(10),
    v.check((days) => days === "" || isDays(days), `Use a number of days, from 1 to ${mostDays}`),
  ),
  ...figureFields,
});

function isDays(text: string) {
  return /^[1-9]\d?$/.test(text) && Number(text) <= mostDays;
}

export type ShopFacts = v.InferOutput<typeof factsForm>;

const noFacts = v.parse(factsForm, {});

/** Somebody else has changed what is shown of the shop since it was read. */
export class FactsChangedError extends Error {
  override name = "FactsChangedError";
}

/** What an owner has said of the shop. */
export async function readFacts(db: Database): Promise<ShopFacts> {
  return parseFacts(await readStored(db));
}

/**
 * Saves what an owner says of the shop. Every process follows within a second.
 *
 * @param seen what its owner saw before
 * @throws FactsChangedError when somebody else was sooner
 */
export async function saveFacts(
  { db, now }: Pick<ShopDatabase, "db" | "now">,
  facts: ShopFacts,
  { seen, actor }: { seen: ShopFacts; actor: string },
) {
  await db.transaction().execute(async (trx) => {
    // Whoever else saves waits for this, as the revision is one row for all.
    await raiseCatalogRevision(trx);
    const before = await readFacts(trx);
    if (Object.keys(changedFields(seen, before)).length > 0) throw new FactsChangedError();
    const fields = changedFields(before, facts);
    if (Object.keys(fields).length === 0) return;
    const value = JSON.stringify(facts);
    await trx
      .insertInto("settings")
      .values({ key: factsKey, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    await logChange(trx, { actor, kind: "settings", subject: "shop", action: "changed", fields }, now());
  });
}

/** Puts what an owner says beside what the environment says, which wins. */
export async function followSettings(
  db: Database,
  configured: ShopSettings,
): Promise<Pick<ShopDatabase, "settings" | "followFacts">> {
  const settings: LiveSettings = { ...configured, ...shownFacts(noFacts) };
  let followed: string | undefined;
  let applied: string | undefined;

  async function followFacts(revision?: string) {
    if (revision !== undefined && revision === followed) return;
    const stored = await readStored(db);
    followed = revision ?? followed;
    if (stored === applied) return;
    applied = stored;
    const facts = parseFacts(stored);
    const { fixed, shopName, timeZone } = configured;
    Object.assign(settings, shownFacts(facts), {
      shopName: fixed.includes("shopName") ? shopName : facts.shopName || shopName,
      timeZone: fixed.includes("timeZone") ? timeZone : facts.timeZone || timeZone,
    });
  }

  await followFacts();
  return { settings, followFacts };
}

function shownFacts(facts: ShopFacts): Pick<LiveSettings, "seller" | "figures" | "delivery"> {
  const { sellerAddress: address, organisationNumber, sellerEmail: email, sellerPhone: phone } = facts;
  const figures = sampleFigures.map((sample, index) => ({
    value: facts[`value${index + 1}` as FigureField] || sample.value,
    label: facts[`label${index + 1}` as FigureField] || sample.label,
  }));
  return { seller: { address, organisationNumber, email, phone }, figures, delivery: deliveryOf(facts) };
}

/** The terms of delivery as they are at this moment, in whichever process they were changed. */
export async function readDelivery(db: Database) {
  return deliveryOf(await readFacts(db));
}

function deliveryOf({ deliveryPrice, deliveryFreeFrom, deliveryDays }: ShopFacts): DeliveryTerms {
  const freeFromCents = centsFromAmount(deliveryFreeFrom) ?? null;
  // What is free from nothing on has no price.
  const priceCents = freeFromCents === 0 ? 0 : (centsFromAmount(deliveryPrice) ?? 0);
  return { priceCents, freeFromCents, days: Number(deliveryDays) || standardDelivery.days };
}

/** Who sells, line by line as shoppers read it; undefined while nobody has said it. */
export function sellerLines({ shopName, seller }: Pick<LiveSettings, "shopName" | "seller">) {
  const { address, organisationNumber, email, phone } = seller;
  const facts = [address, organisationNumber && `Organisation number ${organisationNumber}`, email, phone].filter(
    Boolean,
  );
  return facts.length > 0 ? [shopName, ...facts] : undefined;
}

const selectSetting = prepared<{ key: string }>()((db, value) =>
  db.selectFrom("settings").select("value").where("key", "=", value("key")),
);

async function readStored(db: Database) {
  const [row] = await selectSetting(db, { key: factsKey });
  return row?.value;
}

/** What an older version had written, with what it did not know left empty. */
function parseFacts(stored: string | undefined): ShopFacts {
  return stored ? { ...noFacts, ...JSON.parse(stored) } : noFacts;
}
