import { protocolVersion } from "#shop/platforms/protocol-version.ts";
import { schemaAt, specificationAt } from "./protocol.ts";

/** What the shop can do for platforms. Extensions add to the capabilities that they extend. */
export const capabilities = {
  "dev.ucp.shopping.catalog.search": { page: "catalog/search", schema: "catalog_search.json", extends: [] },
  "dev.ucp.shopping.catalog.lookup": { page: "catalog/lookup", schema: "catalog_lookup.json", extends: [] },
  "dev.ucp.shopping.cart": { page: "cart", schema: "cart.json", extends: [] },
  "dev.ucp.shopping.checkout": { page: "checkout", schema: "checkout.json", extends: [] },
  "dev.ucp.shopping.fulfillment": {
    ...{ page: "fulfillment", schema: "fulfillment.json" },
    extends: ["dev.ucp.shopping.checkout"],
  },
  "dev.ucp.shopping.discount": {
    ...{ page: "discount", schema: "discount.json" },
    extends: ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
  },
  "dev.ucp.shopping.buyer_consent": {
    ...{ page: "buyer-consent", schema: "buyer_consent.json" },
    extends: ["dev.ucp.shopping.checkout"],
  },
  "dev.ucp.shopping.order": { page: "order", schema: "order.json", extends: [] },
} as const satisfies Record<string, { page: string; schema: string; extends: readonly string[] }>;

export type CapabilityName = keyof typeof capabilities;

interface Extending {
  name: CapabilityName;
  /** None for a root capability. */
  parents: readonly string[];
}

const all = (Object.keys(capabilities) as CapabilityName[]).map(
  (name): Extending => ({ name, parents: capabilities[name].extends }),
);

/** The capabilities as the shop's profile declares them. */
export function declaredCapabilities() {
  const declared = all.map(({ name, parents }) => {
    const { page, schema } = capabilities[name];
    const [parent] = parents;
    return [
      name,
      [
        {
          version: protocolVersion,
          spec: specificationAt(page),
          schema: schemaAt(`schemas/shopping/${schema}`),
          ...(parent !== undefined && { extends: parents.length === 1 ? parent : parents }),
        },
      ],
    ];
  });
  return Object.fromEntries(declared);
}

/**
 * The capabilities that both sides have in the shop's version: https://ucp.dev/2026-04-08/specification/overview#intersection-algorithm. Extensions
 * of which neither parent is left are left out.
 *
 * @param theirs the platform's versions of each
 */
export function intersect(theirs: ReadonlyMap<string, readonly string[]>, ours: readonly Extending[] = all) {
  let shared = ours.filter(({ name }) => theirs.get(name)?.includes(protocolVersion));
  for (let before = Number.POSITIVE_INFINITY; shared.length < before; ) {
    before = shared.length;
    const names = new Set<string>(shared.map(({ name }) => name));
    shared = shared.filter(({ parents }) => parents.length === 0 || parents.some((parent) => names.has(parent)));
  }
  return new Set(shared.map(({ name }) => name));
}

/** Those that matter in an answer: the operation's own, and its extensions. */
export function relevantTo(root: CapabilityName, shared: ReadonlySet<CapabilityName>) {
  const names = all.filter(
    ({ name, parents }) => shared.has(name) && (name === root || (parents as readonly string[]).includes(root)),
  );
  return Object.fromEntries(names.map(({ name }) => [name, [{ version: protocolVersion }]]));
}
