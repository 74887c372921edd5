import { ProductUnknownError } from "#shop/catalog/products/change-product.ts";
import { StockError } from "#shop/catalog/stock/change-stock.ts";
import { ChangedMeanwhileError, FormRefusedError, RecordUnknownError } from "#shop/forms/form-errors.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { OrderChangedError } from "#shop/orders/change-order.ts";
import { ProviderMissingError } from "#shop/orders/payment/payment.ts";
import { OrderUnknownError, PaymentUnderWayError, RefundError, ReturnRefusedError } from "#shop/orders/state/order.ts";
import { TransitionRefusedError } from "#shop/orders/state/state-machine.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";

/** The kinds of problems (RFC 9457), each with its status and title. `/api` describes them, at the address of their type. */
export const problemKinds = {
  "invalid-request": [400, "The request isn't valid"],
  "no-token": [401, "The request has no valid token"],
  "no-scope": [403, "The token doesn't have the scope"],
  "not-found": [404, "There is nothing at this address"],
  "no-method": [405, "The address doesn't know this method"],
  refused: [409, "The shop refuses the change"],
  "key-under-way": [409, "The same request is under way"],
  "key-reused": [409, "The idempotency key belongs to another request"],
  changed: [412, "Someone changed this"],
  "no-length": [411, "The body has no declared length"],
  "too-long": [413, "The body is too long"],
  "no-json": [415, "The body isn't declared as JSON"],
  "invalid-fields": [422, "Some fields aren't valid"],
  "too-many-requests": [429, "Too many requests"],
  unexpected: [500, "Something went wrong"],
  unavailable: [503, "The shop is unavailable for now"],
} as const satisfies Record<string, [number, string]>;

export type ProblemKind = keyof typeof problemKinds;

/** What is wrong with a part of a request: of the body by its JSON pointer (RFC 6901), or of the query by its parameter. */
export type PartProblem = { detail: string } & ({ pointer: string } | { parameter: string });

interface ProblemParts {
  /** What went wrong in this request, in a sentence. */
  detail?: string;
  errors?: PartProblem[];
  headers?: Record<string, string>;
}

/** Ends a request with a problem. */
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

/** What the shop's functions throw, and the kind of problem that it is. Classes that extend others come first. */
const known: [ErrorClass, ProblemKind][] = [
  [ProductUnknownError, "not-found"],
  [RecordUnknownError, "not-found"],
  [OrderUnknownError, "not-found"],
  [ChangedMeanwhileError, "changed"],
  [OrderChangedError, "changed"],
  [StockError, "refused"],
  [TransitionRefusedError, "refused"],
  [RefundError, "refused"],
  [ReturnRefusedError, "refused"],
  [PaymentUnderWayError, "refused"],
  [PaymentUnreachableError, "refused"],
  [ProviderMissingError, "refused"],
];

/** The problem behind what a route threw; undefined for an unexpected error. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof FormRefusedError) return invalidFields(error.errors);
  if (error instanceof RedirectError) return invalidFields({ [error.field]: error.message });
  const kind = known.find(([Known]) => error instanceof Known)?.[1];
  if (!kind || !(error instanceof Error)) return undefined;
  return new Problem(kind, kind === "refused" ? { detail: error.message } : {});
}

/** The problem of a form's errors. One of the whole form is its detail. */
export function invalidFields({ form, ...errors }: FieldErrors) {
  const parts = Object.entries(errors).map(([field, detail = ""]) => ({ pointer: pointerTo([field]), detail }));
  if (parts.length === 0) return new Problem("refused", form === undefined ? {} : { detail: form });
  return new Problem("invalid-fields", { ...(form !== undefined && { detail: form }), errors: parts });
}

/** A JSON pointer as a fragment, as RFC 9457 writes it. */
export function pointerTo(path: (string | number)[]) {
  return `#${path.map((key) => `/${encodeURIComponent(String(key).replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;
}
