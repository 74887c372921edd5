import type { HttpBindings } from "@hono/node-server";
import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import type { Cacheability } from "#web/cacheability.ts";

/** What the middleware and the handlers of a request tell each other. */
export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    cacheability?: Cacheability;
    /** Whether the page cache compresses and caches the answer, if it is public. */
    isCached?: boolean;
    /** The one address of the public page that is asked for, if it is one. */
    pageAddress?: string;
    /** What kept the database from saying who asks. */
    outage?: DatabaseUnavailableError;
    /** Whether the form was too large to be read. */
    isFormTooLarge?: boolean;
    /** How many bytes of an unread form may still arrive after the answer. */
    readOn?: number;
  };
}
