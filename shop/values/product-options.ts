/** A product's options by their names, in the order in which shoppers choose: `{"Size": "M", "Colour": "Blue"}`. */
export type Options = Record<string, string> | null | undefined;

/** Reads a column of options. */
export function readOptions(json: string | null) {
  const options: Record<string, string> = JSON.parse(json ?? "{}");
  return Object.keys(options).length > 0 ? options : null;
}

/** A row whose options are read. */
export function withOptions<Row extends { options: string | null }>(row: Row) {
  return { ...row, options: readOptions(row.options) } as Omit<Row, "options"> & {
    options: Record<string, string> | null;
  };
}

/** Options as people read them: "Size: M · Colour: Blue"; "" for none. */
export function optionsText(options: Options) {
  return Object.entries(options ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
}

/** A product's title with its options, where it needs to be one text: "Soft tee (Size: M · Colour: Blue)". */
export function fullTitle({ title, options }: { title: string; options?: Options }) {
  const text = optionsText(options);
  return text ? `${title} (${text})` : title;
}

/** What staff tell variants apart by: "Size: M · Colour: Blue · SKU TEE-M-BLUE"; "" for nothing. */
export function variantText({ options, sku }: { options?: Options; sku?: string | null | undefined }) {
  return [optionsText(options), sku && `SKU ${sku}`].filter(Boolean).join(" · ");
}
