import type * as v from "valibot";
import type { Database } from "#database/connect.ts";
import type { Shop } from "#shop/shop.ts";
import type { Scope } from "#shop/tokens/scopes.ts";
import type { Currency } from "#shop/values/currencies.ts";

type Schema = v.GenericSchema;
type ValuesOf<Given extends Schema | undefined> = Given extends Schema ? v.InferOutput<Given> : undefined;

/** What a route gets from a request, parsed by its schemas. */
export interface RouteRequest<Params, Query, Body> {
  /** Unless the route only reads, its `db` is one transaction: a request's changes are saved together or not at all. */
  shop: Shop;
  /** The program's name in the activity log. */
  actor: string;
  /** Whether the token has another scope than the route's. */
  may: (scope: Scope) => boolean;
  params: Params;
  query: Query;
  body: Body;
}

/** Notes a change in its transaction. */
export type Note = (transaction: Database) => Promise<void>;

/** Something that a route changes. @property shown its JSON */
interface Shown {
  shown: unknown;
}

/**
 * A route, described once: how it is checked, answered and documented follows. See docs/api.md and docs/decisions/0254.
 *
 * @typeParam Current what `current` reads
 */
export interface RouteDescription<
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Current extends Shown | undefined,
  Request = RouteRequest<ValuesOf<Params>, ValuesOf<Query>, ValuesOf<Body>>,
> {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** After `/api/v1`, with parameters as OpenAPI writes them: `/products/{id}`. */
  path: string;
  scope: Scope;
  /** A few words, such as "Change a product". */
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The same, with the decimals of the shop's currency. `body` is that of hundredths, which is documented. */
  bodyIn?: (currency: Currency) => Body;
  /** What it answers. Without a schema it answers nothing (204). */
  answer?: Schema;
  /** The address of what was created, after `/api/v1`. The answer is then 201. */
  location?: (answer: never) => string;
  /**
   * Reads what is about to change; `shown` is what `GET` answers, whose ETag `If-Match` may name. Throws what `run` throws if it doesn't exist. `run` gets it as
   * `seen`, and passes its version to the shop's function, which refuses if someone changed it in between.
   */
  current?: (shop: Shop, params: ValuesOf<Params>) => Promise<Current>;
  /**
   * Makes the change before `run` answers, outside a transaction: for calls to a payment provider. It passes `note` on to the function that makes the
   * change, which calls it in its transaction. If the process dies after that, the same request under the same key only runs `run`.
   */
  change?: (request: Request & { seen: Current | undefined; note: Note }) => Promise<void>;
  /** Reads or changes, and answers. @returns what `answer` describes @throws Problem, or what `problemOf` knows */
  run: (request: Request & { seen: Current | undefined }) => Promise<unknown>;
}

/** A route of any schemas. */
// biome-ignore lint/suspicious/noExplicitAny: each route knows its own values
export type Route = RouteDescription<any, any, any, any>;

/** What a part of the API is about, with its routes, and with the schemas that the documentation names. */
export interface Resource {
  name: string;
  description: string;
  routes: Route[];
  schemas: Record<string, Schema>;
}

/** Describes a route. Its types follow from the schemas. */
export function route<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Current extends Shown | undefined = undefined,
>(description: RouteDescription<Params, Query, Body, Current>): Route {
  return description;
}
