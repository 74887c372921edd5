import type { Database } from "#database/connect.ts";
import { isStorableText } from "../../forms/validate.ts";
import { readProductSegment } from "../../values/product-address.ts";
import { isShownAt } from "../fields/publication.ts";

const groupPrefix = "group:";

/** The identifier of a group of siblings, which owners search for as well. */
export function groupIdentifier(group: string) {
  return groupPrefix + group;
}

/** A product that shoppers see, as an identifier names it. */
export interface Identified {
  identifier: string;
  number: number;
  id: string;
  group: string | null;
  /** Whether it names a group, so that any sibling would do. */
  isGroup: boolean;
}

/**
 * What some identifiers name: products by their ID, address or page, and groups, of which it is the first sibling in the catalog. Those that name
 * nothing that shoppers see are left out.
 *
 * @param shopUrl the beginning of pages' addresses
 */
export async function findIdentified(
  db: Database,
  { identifiers, shopUrl, now }: { identifiers: string[]; shopUrl: string; now: Date },
): Promise<Identified[]> {
  const asked = identifiers.map((identifier) => ({ identifier, name: segmentIn(identifier, shopUrl) ?? identifier }));
  const names = asked.map(({ name }) => name).filter(isStorableText);
  if (names.length === 0) return [];
  const shown = db.selectFrom("products").where(isShownAt(now.getTime())).orderBy("position");
  const rows = await shown
    .select(["number", "id", "group", "address"])
    .where((eb) => eb.or([eb("id", "in", names), eb("address", "in", names)]))
    .execute();
  const groups = names.flatMap((name) => (name.startsWith(groupPrefix) ? name.slice(groupPrefix.length) : []));
  const firsts = groups.length === 0 ? [] : await findFirsts(db, groups, now);
  return asked.flatMap(({ identifier, name }) => {
    const found = rows.find(({ id }) => id === name) ?? rows.find(({ address }) => address === name);
    const first = firsts.find(({ group }) => group !== null && groupIdentifier(group) === name);
    const named = found ?? first;
    if (!named) return [];
    const { number, id, group } = named;
    return { identifier, number, id, group, isGroup: found === undefined };
  });
}

function segmentIn(identifier: string, shopUrl: string) {
  const url = identifier.startsWith(`${shopUrl}/`) ? URL.parse(identifier) : null;
  return url ? readProductSegment(url.pathname) : undefined;
}

async function findFirsts(db: Database, groups: string[], now: Date) {
  return db
    .selectFrom("products")
    .select(["number", "id", "group"])
    .where("group", "in", groups)
    .where(isShownAt(now.getTime()))
    .where((eb) =>
      eb(
        "position",
        "=",
        eb
          .selectFrom("products as sibling")
          .select((inner) => inner.fn.min("sibling.position").as("first"))
          .whereRef("sibling.group", "=", "products.group")
          .where("sibling.isHidden", "=", 0),
      ),
    )
    .execute();
}
