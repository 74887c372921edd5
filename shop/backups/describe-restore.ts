import { formatMoment } from "../values/days.ts";
import type { Formats, Regional } from "../values/locale.ts";
import { formatNumber } from "../values/written-numbers.ts";
import { keptMs, type Restore } from "./restores.ts";

const counted = { products: "product", customers: "customer", orders: "order", contactMessages: "message" };

export interface DescribedRestore {
  id: string;
  title: string;
  lines: string[];
  state: "running" | "done" | "failed";
}

/** What people read of a restore. */
export function describeRestore(
  { id, state, fileName, result }: Restore,
  settings: Formats & Regional,
): DescribedRestore {
  if (state === "failed")
    return { id, state, title: "Nothing was changed", lines: [`${fileName} wasn't restored. ${result.problem ?? ""}`] };
  if (state !== "done") return { id, state: "running", title: "Restoring", lines: [running[state](fileName)] };
  const rows = Object.entries(counted).map(([table, name]) => {
    const count = result.counts?.[table] ?? 0;
    return `${formatNumber(count, settings)} ${name}${count === 1 ? "" : "s"}`;
  });
  const lines = [
    `${fileName} was restored. The shop now has ${rows.join(", ")}.`,
    result.madeAt === undefined ? undefined : `The backup is from ${formatMoment(result.madeAt, settings)}.`,
    result.isVerified ? undefined : "The file has no checksum, so it could only be checked in part.",
    result.otherSecret,
    result.lostAuthenticators,
    "Passwords, roles and closed accounts are as they were in the backup.",
  ];
  return { id, state, title: "Restored", lines: lines.filter((line) => line !== undefined) };
}

/** What people read of a restore that can be undone. */
export function describeUndo({ id, fileName, startedAt }: Restore, settings: Formats & Regional) {
  const [since, until] = [startedAt, startedAt + keptMs].map((moment) => formatMoment(moment, settings));
  return { id, text: `${fileName} was restored on ${since}. You can undo this until ${until}.` };
}

const running = {
  receiving: () => "The file is being received. Nothing is changed yet.",
  checking: (fileName: string) => `${fileName} is being checked. Nothing is changed yet.`,
  replacing: (fileName: string) => `${fileName} is being restored. Orders wait until it is done.`,
};
