import { ProductUnknownError } from "#shop/catalog/products/change-product.ts";
import { StockError } from "#shop/catalog/stock/change-stock.ts";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "#shop/forms/form-errors.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { OrderChangedError } from "#shop/orders/change-order.ts";
import { ProviderMissingError } from "#shop/orders/payment/payment.ts";
import {
  CaptureRefusedError,
  CorrectionRefusedError,
  OrderUnknownError,
  PaymentUnderWayError,
  RefundError,
  ReturnRefusedError,
} from "#shop/orders/state/order.ts";
import { TransitionRefusedError } from "#shop/orders/state/state-machine.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";
import type { Scope } from "#shop/tokens/scopes.ts";

/** The kinds of problems (RFC 9457), each with its status, its title and what a program can do. `/api` shows them, at the address of their type. */
export const problemKinds = {
  "invalid-request": [
    400,
    "The request isn't valid",
    "The body isn't JSON, or a header or a parameter of the query is wrong. `errors` names parameters.",
  ],
  "no-token": [
    401,
    "The request has no valid token",
    "Send `Authorization: Bearer torg_…` with a token that is neither revoked nor expired.",
  ],
  "no-scope": [403, "The token doesn't have the scope", "`detail` names the scope. Make a token that has it."],
  "not-found": [404, "There is nothing at this address", "Check the address. It may have been deleted."],
  "no-method": [405, "The address doesn't know this method", "`Allow` lists the methods that it knows."],
  refused: [409, "The shop refuses the change", "`detail` says why. Nothing has changed."],
  "key-under-way": [409, "The same request is under way", "Send it again after `Retry-After` to get its answer."],
  "key-reused": [
    409,
    "The idempotency key belongs to another request",
    "Choose a new key for each request, such as a UUID.",
  ],
  "no-length": [411, "The body has no declared length", "Send `Content-Length`."],
  changed: [412, "Someone changed this", "Read it again, and decide whether your change is still right."],
  "too-long": [413, "The body is too long", "Send less in one request."],
  "no-json": [415, "The body isn't declared as JSON", "Send `Content-Type: application/json`."],
  "invalid-fields": [
    422,
    "Some fields aren't valid",
    "`errors` names each of them by a JSON pointer. Nothing has changed.",
  ],
  "too-many-requests": [
    429,
    "Too many requests",
    "Wait for the seconds in `Retry-After`. `RateLimit` says how many requests are left.",
  ],
  unexpected: [
    500,
    "Something went wrong",
    "The shop has logged it. With an `Idempotency-Key`, the same request may be sent again.",
  ],
  unavailable: [503, "The shop is unavailable for now", "Send the same request again after `Retry-After`."],
} as const satisfies Record<string, [status: number, title: string, advice: string]>;

export type ProblemKind = keyof typeof problemKinds;

/** What is wrong with a part of a request: of the body by its JSON pointer (RFC 6901), or of the query by its parameter. */
export type PartProblem = { detail: string } & ({ pointer: string } | { parameter: string });

interface ProblemParts {
  /** What went wrong in this request, in a sentence. */
  detail?: string;
  errors?: PartProblem[];
  headers?: Record<string, string>;
}

/** Thrown to answer a request with a problem. */
export class Problem extends Error {
  override name = "Problem";
  readonly kind: ProblemKind;
  readonly parts: ProblemParts;

  constructor(kind: ProblemKind, parts: ProblemParts = {}) {
    super(parts.detail ?? kind);
    this.kind = kind;
    this.parts = parts;
  }

  get status() {
    return problemKinds[this.kind][0];
  }

  /** The body of the answer, as `application/problem+json`. */
  toJson() {
    const { detail, errors } = this.parts;
    const [status, title] = problemKinds[this.kind];
    return { type: `/api#${this.kind}`, title, status, ...(detail && { detail }), ...(errors && { errors }) };
  }
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** What the shop's functions throw, with its kind of problem. Classes that extend others come first. */
const known: [ErrorClass, ProblemKind][] = [
  [ProductUnknownError, "not-found"],
  [RecordUnknownError, "not-found"],
  [OrderUnknownError, "not-found"],
  [ChangedMeanwhileError, "changed"],
  [OrderChangedError, "changed"],
  [StockError, "refused"],
  [TransitionRefusedError, "refused"],
  [RefundError, "refused"],
  [CaptureRefusedError, "refused"],
  [CorrectionRefusedError, "refused"],
  [ReturnRefusedError, "refused"],
  [PaymentUnderWayError, "refused"],
  [PaymentUnreachableError, "unavailable"],
  [ProviderMissingError, "refused"],
];

/** The problem behind what a route threw; undefined for an unexpected error. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof FormRefusedError) return invalidFields(error.errors);
  if (error instanceof RedirectError) return invalidFields({ [error.field]: error.message });
  const kind = known.find(([Known]) => error instanceof Known)?.[1];
  if (!kind || !(error instanceof Error)) return undefined;
  return new Problem(kind, kind === "refused" || kind === "unavailable" ? { detail: error.message } : {});
}

/** The problem of a token without a scope (RFC 6750, 3.1). @param purpose what it is needed for, if not for the whole route */
export function missingScope(scope: Scope, purpose = "") {
  const asked = `Bearer realm="Torg", error="insufficient_scope", scope="${scope}"`;
  return new Problem("no-scope", { detail: `It needs ${scope}${purpose}`, headers: { "WWW-Authenticate": asked } });
}

/** The problem of a form's errors. An error of the whole form becomes its detail. */
export function invalidFields({ form, ...errors }: FieldErrors) {
  const parts = Object.entries(errors).map(([field, detail = ""]) => ({ pointer: pointerTo([field]), detail }));
  if (parts.length === 0) return new Problem("refused", form === undefined ? {} : { detail: form });
  return new Problem("invalid-fields", { ...(form !== undefined && { detail: form }), errors: parts });
}

/** A JSON pointer as a fragment, as RFC 9457 writes it. */
export function pointerTo(path: (string | number)[]) {
  return `#${path.map((key) => `/${encodeURIComponent(String(key).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;
}
