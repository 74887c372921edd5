import type { Sibling } from "#shop/catalog/groups/read-group.ts";
import { type SiblingField, type SiblingValues, siblingFields, valuesOf } from "#shop/catalog/groups/sibling-values.ts";
import { noPicture } from "#shop/pictures/no-picture.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { optionsText } from "#shop/values/product-options.ts";

/** Variants on a page of a group's table. */
export const variantsPerPage = 100;
/** Pictures that the table offers. */
const mostPictures = 60;

/** The table's form as it was opened. In its rows a picture is its number, from 1; "" for one that isn't offered. */
export interface OpenedTable {
  rows: ({ id: string } & SiblingValues)[];
  pictures: string[];
}

/** A picture that some variants have. */
export interface GroupPicture {
  address: string;
  /** The first variant that has it. */
  name: string;
}

/** The name of a row's field. @param row from 0 */
export function rowField(field: SiblingField, row: number) {
  return `${field}-${row}`;
}

/** The table's form, as it is opened. */
export function openTable(siblings: Sibling[], pictures: GroupPicture[], currency: Currency): OpenedTable {
  const addresses = pictures.map(({ address }) => address);
  const rows = siblings.map(({ product }) => ({ id: product.id, ...inTable(valuesOf(product, currency), addresses) }));
  return { rows, pictures: addresses };
}

/** A variant's values in the table. */
export function inTable(values: SiblingValues, pictures: string[]): SiblingValues {
  const number = pictures.indexOf(values.thumbnail) + 1;
  return { ...values, thumbnail: number > 0 ? String(number) : "" };
}

/** A row as it was submitted, or as it was opened where fields are missing. */
export function readRow(form: Record<string, string>, opened: SiblingValues, row: number): SiblingValues {
  const typed = siblingFields.map((field) => [field, form[rowField(field, row)]?.trim() ?? opened[field]]);
  return Object.fromEntries(typed);
}

/** The values of a row in the table as the shop knows them. A picture that isn't offered is left alone. */
export function fromTable({ thumbnail, ...values }: SiblingValues, pictures: string[]): Partial<SiblingValues> {
  const address = pictures[Number(thumbnail) - 1];
  return { ...values, ...(address !== undefined && { thumbnail: address }) };
}

/** The pictures of a group, those that lists show first. */
export function picturesOfGroup(siblings: Sibling[]): GroupPicture[] {
  const found = new Map<string, string>();
  const add = (address: string, { product: { id, options } }: Sibling) => {
    if (address !== noPicture && !found.has(address) && found.size < mostPictures)
      found.set(address, optionsText(options) || id);
  };
  for (const sibling of siblings) add(sibling.product.thumbnail, sibling);
  for (const sibling of siblings) for (const address of sibling.product.images) add(address, sibling);
  return Array.from(found, ([address, name]) => ({ address, name }));
}
