import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { findPostgres, findPromtool, installPackages, mayInstall } from "../../scripts/test-machinery.mjs";
import { projectFolder } from "../../server/environment/config.ts";
import { type AlertCase, type Rule, ruleTestOf } from "./rule-test.ts";
import type { Samples } from "./samples.ts";
import { openTroubledShop } from "./troubled-shop.ts";

const lastBackup = "torg_last_backup_timestamp_seconds";

/**
 * Checks the alert rules and the dashboard with Prometheus's own program, and fires each alert by metrics of a shop that has the trouble. See
 * docs/decisions/0248.
 */
async function main() {
  if (!findPromtool() && mayInstall()) installPackages(["prometheus"]);
  if (!findPromtool() || !findPostgres()) throw new Error("Prometheus (promtool) and PostgreSQL are needed.");
  const folder = mkdtempSync(join(tmpdir(), "torg-alerts-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(projectFolder, "deploy/prometheus/alerts.yaml");
  const rules: Rule[] = parse(readFileSync(file, "utf8")).groups.flatMap((group: { rules: Rule[] }) => group.rules);
  const cases = await makeCases();
  const missing = rules.filter(({ alert }) => !cases.some((one) => one.alert === alert)).map(({ alert }) => alert);
  if (missing.length > 0) throw new Error(`Nothing fires ${missing.join(", ")}`);
  const tests = cases.map((one) => ruleTestOf(rules.find(({ alert }) => alert === one.alert) as Rule, one));
  const testFile = join(folder, "alerts.test.yaml");
  writeFileSync(testFile, stringify({ rule_files: [file], evaluation_interval: "1m", tests }));
  const dashboard = join(folder, "dashboard.yaml");
  writeFileSync(dashboard, stringify({ groups: [{ name: "dashboard", rules: readDashboard() }] }));
  const checks = [
    ["check", "config", "--syntax-only", join(projectFolder, "deploy/prometheus/prometheus.yml")],
    ["check", "rules", file, dashboard],
    ["test", "rules", testFile],
  ];
  for (const check of checks) {
    const { status } = spawnSync(findPromtool() as string, check, { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
  console.log(`${cases.length} alerts were fired`);
}

/** The queries of the dashboard, as rules that Prometheus can check. */
function readDashboard() {
  const { panels } = JSON.parse(readFileSync(join(projectFolder, "deploy/grafana/torg.json"), "utf8"));
  const expressions = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  );
  return expressions.map((expr: string, index: number) => ({
    record: `dashboard:query:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
}

/** One case for each alert, from one shop that gets into trouble after trouble. */
async function makeCases(): Promise<AlertCase[]> {
  const shop = await openTroubledShop();
  try {
    const calm = await shop.scrape();
    const neglected = await shop.neglect();
    const unpaid = await shop.giveUpPayments();
    const unreachable = await shop.loseProvider();
    const locked = await shop.lockProducts();
    const unwritable = await shop.forbidWrites();
    const outdated = await shop.upgradeElsewhere();
    const before = await shop.scrape();
    const lost = await shop.loseDatabase();
    const here = { instance: "shop:3000", job: "torg" };
    const provider = { provider: "stripe" };
    const from = calm;
    return [
      { alert: "TorgBackupTooOld", from: withValue(calm, lastBackup, 0), to: sinceStart(neglected, lastBackup) },
      { alert: "TorgJobsStuck", labels: { kind: "mail" }, from, to: neglected },
      { alert: "TorgJobsFailed", labels: { kind: "importUndos" }, from, to: neglected },
      { alert: "TorgMailsWaiting", from, to: neglected },
      { alert: "TorgMailsFail", from, to: neglected },
      { alert: "TorgWebhooksFail", from, to: neglected },
      { alert: "TorgRefundsFailed", from, to: neglected },
      { alert: "TorgCapturesFail", from, to: withValue(calm, 'torg_captures{state="retrying"}', 1) },
      { alert: "TorgPaymentsFail", labels: provider, from, to: unpaid },
      { alert: "TorgPaymentProviderUnreachable", labels: provider, from, to: unreachable },
      { alert: "TorgDatabaseConnectionsUsedUp", labels: here, from, to: locked.during },
      { alert: "TorgSlowPages", labels: { route: "/products" }, from, to: locked.after },
      { alert: "TorgTakesNoOrders", labels: here, from, to: unwritable },
      { alert: "TorgVersionOutdated", labels: here, from, to: outdated },
      { alert: "TorgDatabaseDown", labels: here, from: before, to: lost },
      { alert: "TorgServerErrors", from: before, to: lost },
      { alert: "TorgDown", labels: here, from: new Map([["up", 1]]), to: new Map([["up", 0]]) },
      // No trouble of a second leads to these: their metrics are the shop's, with other values.
      { alert: "TorgTooBusy", from, to: withValue(calm, 'torg_unavailable_responses_total{reason="busy"}', 60) },
      { alert: "TorgCatalogOutdated", labels: here, from, to: withValue(calm, "torg_catalog_outdated_seconds", 90) },
      { alert: "TorgNoOrders", from, to: withValue(calm, "torg_orders_total", 1) },
    ];
  } finally {
    await shop.close();
  }
}

/** `promtool` tests begin in 1970. */
function sinceStart(samples: Samples, series: string): Samples {
  return withValue(samples, series, (samples.get(series) ?? Number.NaN) - Date.now() / 1000);
}

function withValue(samples: Samples, series: string, value: number): Samples {
  if (!samples.has(series)) throw new Error(`The shop has no ${series}`);
  return new Map([...samples, [series, value]]);
}

await main();
