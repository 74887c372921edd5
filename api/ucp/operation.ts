import type * as v from "valibot";
import type { Database } from "#database/connect.ts";
import type { PlatformProfile } from "#shop/platforms/platform-profile.ts";
import type { Shop } from "#shop/shop.ts";
import type { CapabilityName } from "./capabilities.ts";

/** What an operation works with. */
export interface Call<Body> {
  shop: Shop;
  /** Reads and writes go through it: of a request with an idempotency key it is the transaction that also keeps the answer. */
  db: Database;
  platform: PlatformProfile;
  /** Whether the request has a valid signature by the platform's key. */
  isSigned: boolean;
  /** What both sides can do. */
  capabilities: ReadonlySet<CapabilityName>;
  /** Of the resource in the path. */
  id: string;
  body: Body;
  /** The network address of the platform. */
  clientAddress: string;
}

/** An operation's answer. The protocol's own part (`ucp`) is added to it. */
export interface Result {
  content: object;
  /** Of the answer over REST, if it isn't 200. */
  status?: 201;
  /** How the buyer can pay; only checkouts say so. */
  paymentHandlers?: object;
}

/** One operation of the shopping service. Routes of REST and tools of MCP follow from it. */
export interface Operation {
  /** The tool of MCP. */
  name: string;
  title: string;
  description: string;
  capability: CapabilityName;
  /** Of REST, below the endpoint. `:id` is an argument of the tool. */
  method: "GET" | "POST" | "PUT";
  path: string;
  /** The tool's argument that is REST's body; none for an operation without a body. */
  bodyName?: string;
  body?: v.GenericSchema;
  /** Whether it changes something, so that an idempotency key makes it happen once; `withKey` if its tool requires one. */
  changes?: true | "withKey";
  /** Whether its answers are always signed. */
  isSigned?: true;
  /** The published schema of its answer. */
  resultSchema: string;
  run: (call: Call<unknown>) => Promise<Result>;
}

type Described<Body extends v.GenericSchema> = Omit<Operation, "body" | "run"> & {
  body?: Body;
  run: (call: Call<v.InferOutput<Body>>) => Promise<Result>;
};

/** An operation whose body is parsed by its schema before it runs. @throws Refusal and TransportError when it runs */
export function defineOperation<Body extends v.GenericSchema>(operation: Described<Body>): Operation {
  return operation as unknown as Operation;
}
