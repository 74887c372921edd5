import { foldText } from "../../text/fold-text.ts";
import { type Options, optionsText } from "../../values/product-options.ts";

/** What doubts need to know of a product in a group. */
export interface Member {
  id: string;
  options?: Options | undefined;
}

/** Something about a group that looks like a mistake. */
export interface GroupDoubt {
  /** The products that it is about. */
  ids: string[];
  text: string;
}

/** More aren't named one by one. */
const idsNamed = 5;

/**
 * What looks like a mistake in a group. Shoppers can still buy each of its products.
 *
 * @param members in their order
 */
export function doubtsAbout(members: Member[]): GroupDoubt[] {
  const [only, ...others] = members;
  if (!only) return [];
  if (others.length === 0) return [{ ids: [only.id], text: "The group has one product, so shoppers get no choice." }];
  return [...sameOptions(members), ...otherNames(members), ...similarValues(members)];
}

function sameOptions(members: Member[]): GroupDoubt[] {
  return [...Map.groupBy(members, ({ options }) => optionsKey(options)).values()].flatMap((same) => {
    const [first] = same;
    if (!first || same.length === 1) return [];
    const ids = same.map(({ id }) => id);
    const what = optionsText(first.options);
    return [{ ids, text: `${listed(ids)} have ${what ? `the same options: ${what}` : "no options"}.` }];
  });
}

/** Names that most of the group don't have, so that shoppers can't choose by them. */
function otherNames(members: Member[]): GroupDoubt[] {
  const byNames = Map.groupBy(members, ({ options }) => JSON.stringify(namesOf(options).map(foldText).toSorted()));
  const [usual, ...unusual] = [...byNames.values()].toSorted((one, other) => other.length - one.length);
  const usualNames = namesOf(usual?.[0]?.options).join(", ") || "none";
  return unusual.flatMap((some) => {
    const names = namesOf(some[0]?.options).join(", ");
    const ids = some.map(({ id }) => id);
    // Several without options have the same ones already.
    if (!names && ids.length > 1) return [];
    const has = `${listed(ids)} ${ids.length === 1 ? "has" : "have"}`;
    const text = names
      ? `${has} other options (${names}) than the rest (${usualNames}).`
      : `${has} no options, unlike the rest (${usualNames}).`;
    return [{ ids, text }];
  });
}

/** Values that differ in capitals or accents alone: "Blue" and "blue". */
function similarValues(members: Member[]): GroupDoubt[] {
  const pairs = members.flatMap(({ id, options }) =>
    Object.entries(options ?? {}).map(([name, value]) => ({
      id,
      name,
      value,
      key: `${foldText(name)}\n${foldText(value)}`,
    })),
  );
  return [...Map.groupBy(pairs, ({ key }) => key).values()].flatMap((same) => {
    const values = [...new Set(same.map(({ value }) => value))];
    const [first] = same;
    if (!first || values.length === 1) return [];
    const ids = [...new Set(same.map(({ id }) => id))];
    return [{ ids, text: `${first.name} is written in several ways: ${values.join(", ")}.` }];
  });
}

function namesOf(options: Options | undefined) {
  return Object.keys(options ?? {});
}

/** The same for options that differ in capitals, accents and order alone. */
export function optionsKey(options: Options | undefined) {
  const pairs = Object.entries(options ?? {}).map(([name, value]) => [foldText(name), foldText(value)] as const);
  return JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function listed(ids: string[]) {
  const named = ids.slice(0, idsNamed).join(", ");
  return ids.length > idsNamed ? `${named} and ${ids.length - idsNamed} more` : named;
}
