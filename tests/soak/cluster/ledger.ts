import { setTimeout as sleep } from "node:timers/promises";
import type { Counts } from "../shopper.ts";
import type { Visitors } from "./visitors.ts";

const lookEveryMs = 50;

export type Row = ReturnType<Awaited<ReturnType<typeof openLedger>>["close"]>;

/** Writes down what happens to orders and pages from now on. */
export function openLedger(counts: Counts, visitors: Visitors, countMails: () => { mails: number; again: number }) {
  const before = { ...counts };
  const mailsBefore = countMails();
  visitors.takeVisits();
  let [orders, since, longestGapMs] = [counts["orders answered"], performance.now(), 0];
  const stopping = new AbortController();
  const look = () => {
    const now = performance.now();
    longestGapMs = Math.max(longestGapMs, now - since);
    if (counts["orders answered"] === orders) return;
    [orders, since] = [counts["orders answered"], now];
  };
  void (async () => {
    while (!stopping.signal.aborted) {
      look();
      await sleep(lookEveryMs);
    }
  })();
  const of = (name: keyof Counts) => counts[name] - before[name];

  return {
    /** Orders confirmed so far. */
    orders: () => of("orders answered"),
    close() {
      look();
      stopping.abort();
      const { pages, failed, slowestMs } = visitors.takeVisits();
      return {
        orders: of("orders answered"),
        "longest gap, s": Math.round(longestGapMs / 100) / 10,
        "order 503": of("answered 503"),
        "order 502, 504": of("answered 502 or 504"),
        "order lost answers": of("answers lost"),
        "mails again": countMails().again - mailsBefore.again,
        pages,
        "slowest page, s": Math.round(slowestMs / 100) / 10,
        "pages failed": Object.entries(failed)
          .map(([kind, count]) => `${count} × ${kind}`)
          .join(", "),
      };
    },
  };
}
