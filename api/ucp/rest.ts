import type { Context, Hono } from "hono";
import type { ApiEnv } from "../api-env.ts";
import { callOperation } from "./call-operation.ts";
import { TransportError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { paths } from "./protocol.ts";
import { readAgent, readMessage } from "./read-message.ts";
import { respond, type UcpContext } from "./respond.ts";

/** Everything that platforms are answered at, as Hono writes it. */
export const ucpPaths = [paths.profile, paths.mcp, ...new Set(operations.map(({ path }) => paths.rest + path))];

/** One route for each operation: https://ucp.dev/2026-04-08/services/shopping/rest.openapi.json. */
export function addRestRoutes(ucp: Hono<ApiEnv>, context: UcpContext) {
  for (const operation of operations)
    ucp.on(operation.method, paths.rest + operation.path, (request) => answerRest(context, operation, request));
  for (const [path, sharing] of Map.groupBy(operations, ({ path }) => path))
    ucp.all(paths.rest + path, () => {
      const allowed = sharing.map(({ method }) => method).join(", ");
      throw new TransportError("method_not_allowed", `It takes ${allowed}`, { allowed });
    });
}

async function answerRest(context: UcpContext, operation: Operation, request: Context<ApiEnv>) {
  const { shop } = context;
  const { message, json: body } = await readMessage(request, shop.settings.shopUrl);
  const agent = readAgent(message.header("ucp-agent"));
  const answer = await callOperation(context, operation, {
    ...{ profileUrl: agent.profileUrl, version: agent.version, message },
    ...{ id: request.req.param("id") ?? "", body: operation.bodyName ? body : undefined },
    key: message.header("idempotency-key"),
    clientAddress: context.addressOf(request),
  });
  return respond(context, request, { ...answer, isSigned: operation.isSigned });
}
