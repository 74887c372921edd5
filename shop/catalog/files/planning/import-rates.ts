import type { Database } from "#database/connect.ts";
import { rateChoices, readTaxForm, toTaxes } from "../../../taxes/taxes.ts";
import { CatalogFileError } from "../reading/catalog-file-error.ts";

/** @throws CatalogFileError if a file names a VAT rate that the shop doesn't have */
export async function checkRates(db: Database, named: Set<string>) {
  if (named.size === 0) return;
  const known = new Set(rateChoices(toTaxes(await readTaxForm(db))).map(({ id }) => id));
  const unknown = [...named].find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new CatalogFileError(`vatRate: the shop has no VAT rate “${unknown}”. Set it up under Taxes first`);
}
