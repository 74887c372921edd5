/** A table of results. Rows share their columns; a ratio is the shop's share of its control unless its name says otherwise. */
export interface Table {
  title: string;
  /** How it was measured, and against what. */
  note: string;
  rows: Record<string, string | number>[];
}

/** Prints a table in Markdown. */
export function printTable({ title, note, rows }: Table) {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: unknown[]) => `| ${cells.join(" | ")} |`;
  console.log(`\n### ${title}\n\n${note}\n`);
  console.log(
    [line(columns), line(columns.map(() => "---")), ...rows.map((row) => line(columns.map((name) => row[name])))].join(
      "\n",
    ),
  );
}

/** The middle one of some numbers. */
export function median(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (
    (sorted[Math.floor((sorted.length - 1) / 2)] as number) / 2 +
    (sorted[Math.ceil((sorted.length - 1) / 2)] as number) / 2
  );
}
