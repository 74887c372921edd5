import type { VatKind, VatScheme } from "#database/schema.ts";

/** In words, how an order's VAT differs from the seller's own. */
export const vatKinds: Record<VatKind, string> = {
  destination: "Destination",
  export: "Export",
  reverseCharge: "Reverse charge",
};

/** In words, how the seller declares a destination's VAT. */
export const vatSchemes: Record<VatScheme, string> = {
  oss: "One Stop Shop",
  ioss: "Import One Stop Shop",
  local: "Local registration",
};

/** "Export"; "Own" for the seller's own VAT. */
export function vatKindName(kind: VatKind | null) {
  return kind === null ? "Own" : vatKinds[kind];
}
