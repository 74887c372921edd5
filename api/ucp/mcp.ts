import type { Context, Hono } from "hono";
import * as v from "valibot";
import type { ApiEnv, ApiOptions } from "../api-env.ts";
import { parseSent } from "../parse-sent.ts";
import { callOperation } from "./call-operation.ts";
import { TransportError } from "./errors.ts";
import { noteFailure } from "./note-failure.ts";
import { operations } from "./operations.ts";
import { paths } from "./protocol.ts";
import { type ReadMessage, readAgent, readMessage } from "./read-message.ts";
import { respond, type UcpContext } from "./respond.ts";
import { tools } from "./tools.ts";

/** Versions of the Model Context Protocol with this transport, the newest first. */
const versions = ["2025-11-25", "2025-06-18", "2025-03-26"];

const rpcId = v.union([v.pipe(v.string(), v.maxLength(200)), v.number()]);
type RpcId = v.InferOutput<typeof rpcId> | null;
const rpcMessage = v.object({
  jsonrpc: v.literal("2.0"),
  id: v.optional(rpcId),
  /** Answers have a result or an error instead. */
  method: v.optional(v.string()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
  params: v.optional(v.looseObject({}), {}),
});
const toolCall = v.object({ name: v.string(), arguments: v.optional(v.unknown(), {}) });
const toolArguments = v.looseObject({ meta: v.optional(v.unknown()), id: v.optional(v.string(), "") });
const meta = v.object({
  "ucp-agent": v.object({ profile: v.string() }),
  "idempotency-key": v.optional(v.string()),
});
const anyId = v.object({ id: rpcId });

/**
 * Tools of the Model Context Protocol over its streamable HTTP, each answered at once and without a session: what one request says, the next needn't
 * know. See docs/decisions/0266.
 */
export function addMcp(ucp: Hono<ApiEnv>, context: UcpContext) {
  ucp.post(paths.mcp, async (request) => {
    let id: RpcId = null;
    try {
      const read = await readMessage(request, context.shop.settings.shopUrl);
      const named = parseSent(anyId, read.json);
      if (named.success) id = named.output.id;
      return await answerMessage(context, request, read);
    } catch (error) {
      return answerRpcError(context, request, error, id);
    }
  });
  ucp.all(paths.mcp, () => {
    throw new TransportError("method_not_allowed", "It takes POST", { allowed: "POST" });
  });
}

async function answerMessage(context: UcpContext, request: Context<ApiEnv>, read: ReadMessage) {
  const asked = request.req.header("mcp-protocol-version");
  if (asked !== undefined && !versions.includes(asked))
    throw new TransportError("invalid_jsonrpc", `MCP-Protocol-Version is one of ${versions.join(", ")}`);
  const parsed = parseSent(rpcMessage, read.json);
  if (!parsed.success) throw new TransportError("invalid_jsonrpc", "The body isn't one message of JSON-RPC 2.0");
  const { id, method, params, result: answer, error } = parsed.output;
  if (method === undefined && answer === undefined && error === undefined)
    throw new TransportError("invalid_jsonrpc", "A message has a method");
  // Notifications, and answers to what the shop never asks.
  if (id === undefined || method === undefined) return request.body(null, 202);
  if (method === "tools/call") return callTool(context, request, { ...read, id, params });
  const result = resultOf(method, params, context);
  if (!result) throw new TransportError("method_not_found", "This shop only has tools");
  return respond(context, request, { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, result }) });
}

function resultOf(method: string, params: { protocolVersion?: unknown }, { shop: { settings } }: UcpContext) {
  switch (method) {
    case "initialize": {
      const asked = String(params.protocolVersion);
      return {
        protocolVersion: versions.includes(asked) ? asked : versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: settings.shopName, version: "1", websiteUrl: settings.shopUrl },
      };
    }
    case "ping":
      return {};
    case "tools/list":
      return { tools: tools() };
    default:
      return undefined;
  }
}

type ToolRequest = ReadMessage & { id: RpcId; params: object };

async function callTool(context: UcpContext, request: Context<ApiEnv>, { id, params, message }: ToolRequest) {
  const call = parseSent(toolCall, params);
  const operation = call.success ? operations.find(({ name }) => name === call.output.name) : undefined;
  if (!call.success || !operation) throw new TransportError("invalid_request", "There is no such tool");
  const parsed = parseSent(toolArguments, call.output.arguments);
  if (!parsed.success)
    throw new TransportError("invalid_request", "arguments: must be an object, with a text as its id");
  const given = parsed.output;
  const caller = readCaller(given.meta, message.header("ucp-agent"));
  if (operation.changes === "withKey" && caller.key === undefined)
    throw new TransportError("invalid_request", `${operation.name} needs meta["idempotency-key"]`);
  const answer = await callOperation(context, operation, {
    ...{ ...caller, message, id: given.id },
    body: operation.bodyName ? given[operation.bodyName] : undefined,
    key: caller.key ?? message.header("idempotency-key"),
    clientAddress: context.addressOf(request),
  });
  // Clients that don't know structured content read the text.
  const content = JSON.stringify([{ type: "text", text: answer.body }]);
  const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"structuredContent":${answer.body},"content":${content}}}`;
  return respond(context, request, { status: 200, body, isSigned: operation.isSigned });
}

/** Who calls, as the arguments and the header say it: https://ucp.dev/2026-04-08/specification/overview#platform-advertisement-on-request. @throws TransportError */
function readCaller(given: unknown, header: string | undefined) {
  const parsed = parseSent(meta, given);
  const agent = readAgent(header);
  const profileUrl = parsed.success ? parsed.output["ucp-agent"].profile : agent.profileUrl;
  if (agent.profileUrl !== undefined && agent.profileUrl !== profileUrl)
    throw new TransportError("invalid_profile_url", "UCP-Agent and meta name different profiles");
  return { profileUrl, version: agent.version, key: parsed.success ? parsed.output["idempotency-key"] : undefined };
}

/** Answers with an error of JSON-RPC. @param id the message's; null if it wasn't read */
export function answerRpcError({ shop }: ApiOptions, request: Context<ApiEnv>, error: unknown, id: RpcId = null) {
  const failure = noteFailure(shop, request, error);
  const { retryAfter } = failure.details;
  const data = { ...failure.toJson(), ...(retryAfter !== undefined && { retry_after: retryAfter }) };
  const rpcError = { code: failure.rpcCode, message: titleOf(failure), data };
  return request.json({ jsonrpc: "2.0", id, error: rpcError }, failure.status);
}

function titleOf({ code, rpcCode, message }: TransportError) {
  if (code === "version_unsupported") return "Protocol version not supported";
  return rpcCode === -32001 ? "UCP discovery failed" : message;
}
