import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT_CONTEXT, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../environment/config.ts";
import { version } from "../environment/version.ts";
import type { FindPattern } from "../http/route-patterns.ts";
import { knownMethod } from "./known-method.ts";
import type { Logger } from "./log.ts";
import { pathOf, routeOf } from "./observe-requests.ts";
import { probePaths } from "./probe-paths.ts";
import { traceWork } from "./trace-work.ts";

/** Milliseconds in which the last spans are sent before the process ends. */
const lastExportMs = 1000;
/** Milliseconds for which the same failure to send isn't logged again. */
const repeatIntervalMs = 60_000;

/**
 * Sends traces of requests, and of their queries, jobs and calls of others, to OTEL_EXPORTER_OTLP_ENDPOINT. Spans say which route, which SQL and which kind of job, never whose:
 * no paths, values, addresses or messages of errors. Call it before the database is opened. See docs/decisions/0249.
 */
export function startTracing(tracing: NonNullable<Config["tracing"]>, log: Logger) {
  const exporter = logFailures(new OTLPTraceExporter(), log);
  const named = resourceFromAttributes({ "service.name": "torg", "service.version": version });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(tracing),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("torg", version);
  const current = new AsyncLocalStorage<Span>();
  traceWork(tracer, current);

  return {
    /** Gives each request a span. @param trustedProxies with at least one, a request may belong to a proxy's trace */
    traceRequests(listener: RequestListener, findPattern: FindPattern, trustedProxies: number): RequestListener {
      return (request, response) => {
        const path = pathOf(request);
        if (probePaths.includes(path)) return listener(request, response);
        const pattern = findPattern(path);
        const method = knownMethod(request.method ?? "") ?? "_OTHER";
        const attributes = { "http.request.method": method, "http.route": pattern };
        const options = { kind: SpanKind.SERVER, attributes };
        const parent = trustedProxies > 0 ? parentOf(request) : undefined;
        const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
        const span = tracer.startSpan(`${method} ${pattern}`, options, context);
        response.on("close", () => {
          const { statusCode, headersSent } = response;
          if (headersSent) span.setAttribute("http.response.status_code", statusCode);
          span.updateName(`${method} ${routeOf(pattern, statusCode)}`);
          if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        return current.run(span, listener, request, response);
      };
    },
    /** Sends what wasn't sent yet. */
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(lastExportMs)]);
    },
  };
}

/** The span that a proxy has begun for a request. */
function parentOf({ headers }: IncomingMessage): SpanContext | undefined {
  const { traceparent } = headers;
  const parent = typeof traceparent === "string" ? parseTraceParent(traceparent) : null;
  return parent ? { ...parent, isRemote: true } : undefined;
}

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#general-sdk-configuration */
function samplerOf({ sampler, ratio }: NonNullable<Config["tracing"]>) {
  const name = sampler.replace("parentbased_", "");
  const root =
    name === "always_off"
      ? new AlwaysOffSampler()
      : name === "traceidratio"
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return name === sampler ? root : new ParentBasedSampler({ root });
}

/** Without this, a wrong address would go unnoticed. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let logged = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && performance.now() - logged > repeatIntervalMs) {
          logged = performance.now();
          log.warn({ err: result.error }, "Traces not sent");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
