/** The name of the field with an item's quantity. @param index the line's place in the order */
export function quantityField(index: number) {
  return `quantity-${index}`;
}

/** The name of the tick that says whether an item that came back is for sale again. @param index the line's place in the order */
export function restockField(index: number) {
  return `restock-${index}`;
}

/** How many pieces a field says: 0 if it is empty, NaN if it isn't a whole number. */
export function readPieceCount(typed: string | undefined) {
  const count = typed?.trim() || "0";
  return /^\d{1,6}$/.test(count) ? Number(count) : Number.NaN;
}
