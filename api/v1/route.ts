import type * as v from "valibot";
import type { Database } from "#database/connect.ts";
import type { Shop } from "#shop/shop.ts";
import type { Scope } from "#shop/tokens/scopes.ts";

type Schema = v.GenericSchema;
type ValuesOf<Given extends Schema | undefined> = Given extends Schema ? v.InferOutput<Given> : undefined;

/** What a route gets of a request. All values are as their schemas give them. */
export interface RouteRequest<Params, Query, Body> {
  /** Where something changes, its `db` is one transaction: all that a request changes is saved, or nothing. */
  shop: Shop;
  /** Whom the activity log names. */
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
  /** What it answers. Without a schema it answers nothing (204). */
  answer?: Schema;
  /** Where what it made can be read, after `/api/v1`. It then answers 201. */
  location?: (answer: never) => string;
  /**
   * Reads what there is to change, with what `GET` shows of it, whose ETag `If-Match` may name. It throws what `run` throws if there is no such thing. The
   * route gets it as `seen`, and makes the shop's function refuse changes that came in between.
   */
  current?: (shop: Shop, params: ValuesOf<Params>) => Promise<Current>;
  /**
   * Makes the change before `run` answers, outside a transaction: for what calls a payment provider. It passes `note` on to the function that makes the
   * change, which calls it in its transaction. If the process dies after that, the same request under the same key only runs `run`.
   */
  change?: (request: Request & { seen: Current | undefined; note: Note }) => Promise<void>;
  /** Does it, and answers. @returns what `answer` describes @throws Problem, or what `problemOf` knows */
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
