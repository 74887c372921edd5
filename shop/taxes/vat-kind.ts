import type { VatKind } from "#database/schema.ts";

/** What people read of how an order's VAT differs from the seller's own. */
export const vatKinds: Record<VatKind, string> = {
  destination: "Destination",
  export: "Export",
  reverseCharge: "Reverse charge",
};

/** "Export"; "Own" for the seller's own VAT. */
export function vatKindName(kind: VatKind | null) {
  return kind === null ? "Own" : vatKinds[kind];
}
