import type { HonoRequest } from "hono";
import type * as v from "valibot";
import { isStorableText, safeParse, storableText } from "#shop/forms/validate.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { parseSent } from "../parse-sent.ts";
import { type BodyFault, hasBody, type ReadBody, readJson } from "../read-json.ts";
import { type PartProblem, Problem, type ProblemKind, pointerTo } from "./problems.ts";
import type { Route } from "./route.ts";

/** Bytes. A product with long texts has some ten thousand. */
const largestBody = 256 * 1024;
/** The same for routes that read no body. */
const largestUnread = 16 * 1024;
/** The most faults that an answer lists. */
const mostFaults = 100;

const faults: Record<BodyFault, ProblemKind> = {
  lengthRequired: "no-length",
  tooLong: "too-long",
  otherType: "no-json",
  notJson: "invalid-request",
};

/** Parses a request by its route's schemas. @param currency the shop's @property text the body as it was sent @throws Problem */
export async function readInput(req: HonoRequest, route: Route, currency: Currency) {
  const { params, query, bodyIn } = route;
  const body = bodyIn?.(currency) ?? route.body;
  const read = body ? await readBody(req, route) : await readNothing(req);
  if (read.fault)
    throw new Problem(faults[read.fault], read.fault === "notJson" ? { detail: "The body isn't JSON" } : {});
  return {
    text: read.text,
    params: params && parsed(params, pathOf(req), () => new Problem("not-found")),
    query: query && parsed(query, queryOf(req), invalidQuery),
    body: body && parsed(body, read.json, invalidBody),
  };
}

/** The parameters of a path. @throws Problem for text that no database can store */
function pathOf(req: HonoRequest): Record<string, string> {
  const params: Record<string, string> = req.param();
  if (!Object.values(params).every(isStorableText)) throw new Problem("not-found");
  return params;
}

/** The parameters of the query. The last one of a name counts. */
function queryOf(req: HonoRequest) {
  const given = Object.entries(req.queries());
  return Object.fromEntries(given.map(([name, texts]) => [name, storableText(texts.at(-1) ?? "")]));
}

/** Whether a request needs no body, because none of its fields is required. */
export function mayBeEmpty({ method, body }: Route) {
  return method === "POST" && body !== undefined && safeParse(body, {}).success;
}

async function readBody(req: HonoRequest, route: Route): Promise<ReadBody> {
  return !hasBody(req) && mayBeEmpty(route) ? { text: "", json: {} } : readJson(req, largestBody);
}

/** For routes without a body: one that is sent stays unread. */
async function readNothing(req: HonoRequest): Promise<ReadBody> {
  const isTooLong = Number(req.header("content-length") ?? 0) > largestUnread;
  return isTooLong ? { fault: "tooLong" } : { text: "", json: undefined };
}

type Issues = [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

function parsed<Schema extends v.GenericSchema>(schema: Schema, value: unknown, refuse: (issues: Issues) => Problem) {
  const result = parseSent(schema, value);
  if (result.success) return result.output;
  throw refuse(result.issues);
}

function invalidQuery(issues: Issues) {
  const errors = partsOf(issues, (path) => ({ parameter: path.join(".") }));
  return new Problem("invalid-request", { detail: "The query isn't valid", errors });
}

function invalidBody(issues: Issues) {
  return new Problem("invalid-fields", { errors: partsOf(issues, (path) => ({ pointer: pointerTo(path) })) });
}

/** Schemas word what is wrong with a value. Missing and unknown fields are worded here. */
function detailOf({ type, received, expected, message }: v.BaseIssue<unknown>) {
  if (type !== "strict_object") return message;
  if (expected === "never") return "isn't a field of this request";
  return received === "undefined" ? "is missing" : "must be an object";
}

function partsOf(issues: Issues, place: (path: (string | number)[]) => { pointer: string } | { parameter: string }) {
  return issues.slice(0, mostFaults).map((issue): PartProblem => {
    const path = (issue.path ?? []).map(({ key }) => key as string | number);
    return { ...place(path), detail: detailOf(issue) };
  });
}
