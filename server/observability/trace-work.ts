import type { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { LogEvent } from "kysely";
import { errorCode } from "#database/error-code.ts";
import { queriesRun } from "#database/query-log.ts";
import { type JobOrigin, jobsEnqueued } from "#shop/jobs/enqueue.ts";
import { type JobRun, jobRuns } from "#shop/jobs/run-job.ts";
import { type MailSent, mailsSent } from "#shop/mail/send-mail.ts";
import { type ProviderCall, providerCalls } from "#shop/payments/observe-provider.ts";

/** Bytes of a statement's text that a span has. */
const longestStatement = 2000;

/** Gives spans to queries, jobs, mails and calls of payment providers. Those of requests and jobs are the current ones of all that they cause. */
export function traceWork(tracer: Tracer, current: AsyncLocalStorage<Span>) {
  const start = (name: string, options: SpanOptions) => {
    const parent = current.getStore();
    return tracer.startSpan(name, options, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  };

  queriesRun.subscribe((message) => {
    // Polls and watches of the process itself belong to nothing.
    if (current.getStore()?.isRecording()) traceQuery(message as LogEvent, start);
  });

  jobsEnqueued.subscribe((message) => {
    const { traceId, spanId, traceFlags } = current.getStore()?.spanContext() ?? {};
    if (traceId === undefined) return;
    (message as JobOrigin).traceparent = `00-${traceId}-${spanId}-0${(traceFlags ?? 0) & 1}`;
  });

  traceChannel<JobRun>(jobRuns, current, ({ job }) => {
    const { traceparent = "" } = (job.payload ?? {}) as JobOrigin;
    const origin = parseTraceParent(traceparent);
    const attributes = { "torg.job.kind": job.kind, "torg.job.attempts": job.attempts };
    const links = origin ? [{ context: origin }] : [];
    return start(`job ${job.kind}`, { kind: SpanKind.CONSUMER, attributes, links });
  });
  traceChannel<MailSent>(mailsSent, current, ({ host }) =>
    start("send mail", { kind: SpanKind.CLIENT, attributes: { "server.address": host } }),
  );
  traceChannel<ProviderCall>(providerCalls, current, ({ provider, call }) =>
    start(`${provider} ${call}`, { kind: SpanKind.CLIENT, attributes: { "torg.payment.provider": provider } }),
  );
}

/** SQL has placeholders for values. What stands in quotes is left out all the same. */
function traceQuery(event: LogEvent, start: (name: string, options: SpanOptions) => Span) {
  const text = event.query.sql.replaceAll(/'(?:[^']|'')*'/g, "?").slice(0, longestStatement);
  const attributes: Attributes = { "db.query.text": text };
  const [, operation = "query"] = /^\W*(\w+)/.exec(text) ?? [];
  const [, table = ""] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  const startTime = Date.now() - event.queryDurationMillis;
  const span = start(`${operation.toLowerCase()} ${table}`.trimEnd(), { kind: SpanKind.CLIENT, startTime, attributes });
  if (event.level === "error") fail(span, event.error);
  span.end();
}

type Traced = { error?: unknown; outcome?: { state: string } };
type TracingChannel<Message extends object> = ReturnType<
  typeof import("node:diagnostics_channel").tracingChannel<Message>
>;

/** Makes a span current while a traced function runs. */
function traceChannel<Message extends Traced>(
  channel: TracingChannel<Message>,
  current: AsyncLocalStorage<Span>,
  begin: (message: Message) => Span,
) {
  const spans = new WeakMap<Message, Span>();
  channel.start.bindStore(current as AsyncLocalStorage<never>, (message) => {
    const span = begin(message);
    spans.set(message, span);
    return span as never;
  });
  channel.asyncEnd.subscribe((data) => {
    const message = data as Message;
    const span = spans.get(message);
    if (message.error !== undefined) fail(span, message.error);
    if (message.outcome) span?.setAttribute("torg.job.outcome", message.outcome.state);
    if (message.outcome?.state === "failed") fail(span, undefined);
    span?.end();
  });
}

/** Errors' messages may have addresses and names in them. */
function fail(span: Span | undefined, error: unknown) {
  span?.setStatus({ code: SpanStatusCode.ERROR });
  const type = errorCode(error) ?? (error instanceof Error ? error.name : undefined);
  if (type !== undefined) span?.setAttribute("error.type", type);
}
