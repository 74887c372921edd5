import { formatMoment } from "../values/days.ts";
import type { Formats, Regional } from "../values/locale.ts";
import { formatNumber } from "../values/written-numbers.ts";
import type { Restore } from "./restores.ts";

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
  if (state !== "done") return { id, state: "running", title: "Restoring", lines: [`${fileName}: ${running[state]}`] };
  const rows = Object.entries(counted).map(([table, name]) => {
    const count = result.counts?.[table] ?? 0;
    return `${formatNumber(count, settings)} ${name}${count === 1 ? "" : "s"}`;
  });
  const lines = [
    `The shop now has what ${fileName} holds: ${rows.join(", ")}.`,
    result.madeAt === undefined ? undefined : `The backup is from ${formatMoment(result.madeAt, settings)}.`,
    result.isVerified ? undefined : "The file has no checksum, so it could only be checked in part.",
    result.otherSecret,
    "Passwords, roles and closed accounts are as they were in the backup.",
  ];
  return { id, state, title: "Restored", lines: lines.filter((line) => line !== undefined) };
}

const running = {
  receiving: "the file is being received. Nothing is changed yet.",
  checking: "the file is being checked. Nothing is changed yet.",
  replacing: "the data is being replaced. Orders wait until it is done.",
};
