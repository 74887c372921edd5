import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as OTLP has it (https://opentelemetry.io/docs/specs/otlp/), its attributes by name. */
export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  links: { traceId: string; spanId: string }[];
  attributes: Record<string, unknown>;
}

interface SentSpan extends Omit<ReceivedSpan, "attributes" | "links"> {
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: ReceivedSpan["links"];
}

/** A server that takes traces, as OpenTelemetry's collector does. @param status 400 to refuse them */
export async function openOtlpReceiver(status = 200) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that it was sent. */
    received: () => bodies.join("\n"),
    spans: () => bodies.flatMap(spansIn),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map(({ attributes, links = [], ...span }) => ({
    ...span,
    links,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}
