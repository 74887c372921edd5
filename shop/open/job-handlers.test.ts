import { CompiledQuery, type LogEvent } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { queriesRun } from "#database/query-log.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import type { JobKind } from "../jobs/job-kinds.ts";
import { createJobHandlers } from "./job-handlers.ts";

const frequentMs = 10_000;

// SQLite answers within the server's process: while it reads a catalog, nothing else is answered.
test("jobs that run every ten seconds find what is due by indexes, and never read the whole catalog", async () => {
  const queries: LogEvent["query"][] = [];
  const collect = (event: unknown) => void queries.push((event as LogEvent).query);
  queriesRun.subscribe(collect);
  onTestFinished(() => void queriesRun.unsubscribe(collect));
  const { shop } = await openTestShop("sqlite");
  queries.length = 0;
  const handlers = Object.values(createJobHandlers(shop)).filter(({ everyMs = Infinity }) => everyMs <= frequentMs);
  const job = { kind: "sales" as JobKind, payload: null, attempts: 0 };
  for (const { run } of handlers) await run(job as never, new AbortController().signal);
  const selects = queries.filter(({ sql }) => /^select/i.test(sql));
  expect(selects.length).toBeGreaterThan(4);
  for (const { sql, parameters } of selects) {
    const { rows } = await shop.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    const scans = rows.filter(({ detail }) => /SCAN products(?! USING (COVERING )?INDEX products_hidden)/.test(detail));
    expect(scans, sql).toEqual([]);
  }
});
