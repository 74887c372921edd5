import { type Samples, withTarget } from "./samples.ts";

/** Minutes before something happens, and after it. */
const [before, after] = [30, 45];
const week = 7 * 24 * 60;

/** What makes an alert fire, as scrapes before and after it happened. */
export interface AlertCase {
  alert: string;
  /** Those that tell which one fires, besides the rule's own. */
  labels?: Record<string, string>;
  from: Samples;
  to: Samples;
}

/** An alert's rule, as deploy/prometheus/alerts.yaml has it. */
export interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

/** A group of `promtool test rules`: quiet before, and firing after what happened has gone on. */
export function ruleTestOf(rule: Rule, { alert, labels = {}, from, to }: AlertCase) {
  const names = rule.expr.match(/[a-z_]+(?=[{ [)=])/g) ?? [];
  const series = [...new Set([...from.keys(), ...to.keys()])].filter((one) =>
    names.some((name) => one === name || one.startsWith(`${name}{`)),
  );
  if (series.length === 0) throw new Error(`${alert}: the shop has none of its metrics`);
  const exp_annotations = Object.fromEntries(
    Object.entries(rule.annotations).map(([name, text]) => [
      name,
      text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ""),
    ]),
  );
  // A week ago is a part of some rules.
  const start = rule.expr.includes("offset 1w") ? week + 12 * 60 : 0;
  return {
    name: alert,
    interval: "1m",
    input_series: series.map((one) => ({ series: withTarget(one), values: valuesOf(one, start, from, to) })),
    alert_rule_test: [
      { eval_time: `${start + before - 1}m`, alertname: alert, exp_alerts: [] },
      {
        eval_time: `${start + before + after + (start ? 360 : 0)}m`,
        alertname: alert,
        exp_alerts: [{ exp_labels: { ...rule.labels, ...labels }, exp_annotations }],
      },
    ],
  };
}

/** Counters go on as they did between both scrapes, once a minute; other values stay. */
function valuesOf(series: string, start: number, from: Samples, to: Samples) {
  const [first, last] = [from.get(series) ?? 0, to.get(series) ?? Number.NaN];
  if (start > 0) return `${first}+${last - first}x${start + before} ${last * (start + before)}+0x500`;
  const isCounter = /_(total|count|bucket|sum)(\{|$)/.test(series);
  const step = isCounter ? Math.max(last - first, 0) : 0;
  const then = Number.isNaN(last) ? `_x${after + 1}` : `${isCounter ? first : last}+${step}x${after + 1}`;
  return `${Number.isNaN(first) ? `_x${before - 1}` : `${first}+0x${before - 1}`} ${then}`;
}
