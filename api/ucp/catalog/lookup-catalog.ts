import type { Database } from "#database/connect.ts";
import { findFeatured, keptOf, readGroupsOf } from "#shop/catalog/lists/read-groups.ts";
import { findIdentified, type Identified } from "#shop/catalog/products/find-identified.ts";
import type { Message } from "#shop/platforms/refusal.ts";
import { cleanText } from "#shop/text/clean-text.ts";
import { defineOperation } from "../operation.ts";
import { lookupRequest } from "./catalog-schemas.ts";
import { type AskedList, askedList } from "./list-choice.ts";
import { productJson } from "./product-json.ts";

/** Which identifier led to a variant, and whether it names exactly this one. */
interface Input {
  id: string;
  match: "exact" | "featured";
}

/** Identifiers by the numbers of variants that they lead to. */
type Inputs = Map<number, Input[]>;

export const lookupCatalog = defineOperation({
  name: "lookup_catalog",
  title: "Look up products",
  description: "Reads products by the ids of products or variants, their handles or the addresses of their pages.",
  capability: "dev.ucp.shopping.catalog.lookup",
  method: "POST",
  path: "/catalog/lookup",
  bodyName: "catalog",
  body: lookupRequest,
  resultSchema: "catalog_lookup.json#/$defs/lookup_response",
  async run({ shop: { settings, now }, db, body: { ids, filters, context } }) {
    const identifiers = [...new Set(ids)];
    const asked = askedList(settings, filters, context);
    const found = await findIdentified(db, { identifiers, shopUrl: settings.shopUrl, now: now() });
    const byGroup = asked.isEmpty ? [] : await inputsByGroup(db, found, asked);
    const groups = await readGroupsOf(
      db,
      byGroup.map((inputs) => [...inputs.keys()]),
    );
    const inputs = new Map(byGroup.flatMap((each) => [...each]));
    const products = groups.map((group) => {
      const { variants, ...product } = productJson(settings, { group });
      const correlated = variants.map((variant, place) => ({
        ...variant,
        inputs: inputs.get(group.variants[place]?.number ?? 0) ?? [],
      }));
      return { ...product, variants: correlated };
    });
    const unknown = identifiers.filter((id) => !found.some(({ identifier }) => identifier === id));
    const messages = [...asked.messages, ...unknown.map((id) => notFound(id, ids))];
    return { content: { products, ...(messages.length > 0 && { messages }) } };
  },
});

/** Names an identifier as it was sent; by its place if it has no visible characters. */
function notFound(id: string, ids: string[]): Message {
  return { type: "info", code: "not_found", content: cleanText(id) === "" ? `ids[${ids.indexOf(id)}]` : id };
}

/** What the identifiers of each group, or product without siblings, lead to, without what the filters leave out. */
async function inputsByGroup(db: Database, found: Identified[], asked: AskedList): Promise<Inputs[]> {
  const kept = await keptOf(
    db,
    found.map(({ number }) => number),
    asked,
  );
  const byGroup = new Map<string, Inputs>();
  for (const { identifier, number, id, group, isGroup } of found) {
    const led = isGroup ? await findFeatured(db, number, asked) : kept.has(number) ? number : undefined;
    if (led === undefined) continue;
    const key = JSON.stringify(group === null ? [id] : { group });
    const inputs = byGroup.get(key) ?? new Map<number, Input[]>();
    byGroup.set(key, inputs);
    const earlier = inputs.get(led) ?? [];
    inputs.set(led, [...earlier, { id: identifier, match: isGroup ? "featured" : "exact" }]);
  }
  return [...byGroup.values()];
}
