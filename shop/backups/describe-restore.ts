import { formatMoment } from "../values/days.ts";
import type { Formats, Regional } from "../values/locale.ts";
import { formatNumber } from "../values/written-numbers.ts";
import { keptMs, type Restore, type RestoreOffer } from "./restores.ts";
import { countedTables, type DataSummary } from "./summarize-data.ts";

export interface DescribedRestore {
  id: string;
  title: string;
  lines: string[];
  state: "running" | "waiting" | "done" | "failed";
}

const unverified = "The file has no checksum, so it could only be checked in part.";

/** What people read of a restore. */
export function describeRestore(
  { id, state, fileName, result }: Restore,
  settings: Formats & Regional,
): DescribedRestore {
  if (state === "failed")
    return { id, state, title: "Nothing was changed", lines: [`${fileName} wasn't restored. ${result.problem ?? ""}`] };
  if (state === "waiting") {
    const lines = [
      `${fileName} was checked. Nothing is changed yet.`,
      ...(result.offer?.isVerified ? [] : [unverified]),
    ];
    return { id, state, title: "Is this the right backup?", lines };
  }
  if (state !== "done") return { id, state: "running", title: "Restoring", lines: [running[state](fileName)] };
  const rows = Object.entries(countedTables).map(([table, name]) => {
    const count = result.counts?.[table] ?? 0;
    return `${formatNumber(count, settings)} ${name}${count === 1 ? "" : "s"}`;
  });
  const lines = [
    `${fileName} was restored. The shop now has ${rows.join(", ")}.`,
    result.madeAt === undefined ? undefined : `The backup is from ${formatMoment(result.madeAt, settings)}.`,
    result.isVerified ? undefined : unverified,
    result.otherSecret,
    result.lostAuthenticators,
    "Passwords, roles and closed accounts are as they were in the backup.",
  ];
  return { id, state, title: "Restored", lines: lines.filter((line) => line !== undefined) };
}

/** A line of the comparison of a backup with the shop. */
export interface ComparedLine {
  label: string;
  backup: string;
  shop: string;
}

/** What a backup has, beside what the shop has. */
export function compareData(
  { madeAt, data }: RestoreOffer,
  present: DataSummary,
  settings: Formats & Regional & { shopName: string },
): ComparedLine[] {
  const moment = (at: number | undefined, none: string) => (at === undefined ? none : formatMoment(at, settings));
  const line = (label: string, textOf: (summary: DataSummary) => string): ComparedLine => ({
    label,
    backup: textOf(data),
    shop: textOf(present),
  });
  const count = (label: string, table: keyof DataSummary["counts"]) =>
    line(label, ({ counts }) => formatNumber(counts[table], settings));
  return [
    { label: "From", backup: moment(madeAt, "Unknown"), shop: "Now" },
    line("Shop", ({ shopName }) => shopName || settings.shopName),
    count("Products", "products"),
    count("Customers", "customers"),
    count("Orders", "orders"),
    line("Newest order", ({ newestOrderAt }) => moment(newestOrderAt, "None")),
    count("Messages", "contactMessages"),
  ];
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
