/** The position after the last row. */
export function nextPosition(rows: { position: number }[]) {
  return Math.max(-1, ...rows.map(({ position }) => position)) + 1;
}

/**
 * Moves a row before or after its neighbor.
 *
 * @returns the rows in their new order, and what to log; undefined where it has no neighbor on that side
 */
export function moveRow<Row>(rows: Row[], row: Row, direction: "up" | "down") {
  const from = rows.indexOf(row);
  const to = from + (direction === "up" ? -1 : 1);
  const other = rows[to];
  if (other === undefined) return undefined;
  return {
    rows: rows.with(from, other).with(to, row),
    logged: { action: "moved", fields: { position: { before: from + 1, after: to + 1 } } },
  };
}
