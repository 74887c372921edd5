import { setTimeout as sleep } from "node:timers/promises";
import { JsonBoundsError, parseJson } from "../../files/json-bounds.ts";
import { fetchSafely, type OutboundAnswer } from "../../outbound/fetch-safely.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { retryAfterMs } from "../../outbound/retry-after.ts";
import { MoveInError } from "./move-in-error.ts";

const megabyte = 1024 * 1024;
/** A page of 250 products has a megabyte or two. */
const mostPageBytes = 24 * megabyte;
const mostBytes = 512 * megabyte;
/** With 100 products on each, more than a catalog can have. */
const mostPages = 2000;
const paceMs = 500;
/** Paces after each failure of a page. */
const retryPaces = [4, 20, 60];
/** A shop that wants to be left alone for longer is read later. */
const longestPauseMs = 2 * 60_000;

export interface PoliteOptions {
  allowedPrivateHosts: readonly string[];
  signal: AbortSignal;
  /** Milliseconds between two requests, for tests. */
  paceMs?: number;
}

/** A page of an interface. `json` is undefined for what is no JSON. */
export interface ReadPage {
  status: number;
  headers: OutboundAnswer["headers"];
  json: unknown;
}

/** Reads pages of another site one after the other, at the site's pace, and no more than a catalog can have. */
export class PoliteReader {
  readonly #options: PoliteOptions;
  #pages = 0;
  #bytes = 0;

  constructor(options: PoliteOptions) {
    this.#options = options;
  }

  /** @throws MoveInError, and the signal's reason */
  async read(address: string): Promise<ReadPage> {
    const { signal, paceMs: pause = paceMs } = this.#options;
    for (let tries = 0; ; tries++) {
      if (this.#pages > 0) await sleep(pause, undefined, { signal });
      this.#pages += 1;
      if (this.#pages > mostPages || this.#bytes > mostBytes)
        throw new MoveInError("This shop is too large to be read");
      const answer = await this.#fetch(address);
      const isBusy = !(answer instanceof Error) && [408, 429, 500, 502, 503, 504].includes(answer.status);
      if (!isBusy && !(answer instanceof Error)) return this.#toPage(answer);
      const wanted = answer instanceof Error ? undefined : retryAfterMs(answer.headers["retry-after"]);
      const paces = retryPaces[tries];
      if (paces === undefined || (wanted ?? 0) > longestPauseMs) throw failureOf(address, answer);
      await sleep(wanted ?? paces * pause, undefined, { signal });
    }
  }

  /** @returns an error if nobody answers now @throws MoveInError for an address that can't be fetched */
  async #fetch(address: string) {
    const { allowedPrivateHosts, signal } = this.#options;
    try {
      return await fetchSafely(address, {
        ...{ mostBytes: mostPageBytes, accept: "application/json", allowedPrivateHosts, signal },
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.problem === "unreachable") return error;
      throw new MoveInError(error.message, { cause: error });
    }
  }

  #toPage({ status, headers, content }: OutboundAnswer): ReadPage {
    this.#bytes += content.length;
    try {
      return { status, headers, json: parseJson(new TextDecoder().decode(content)) };
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof JsonBoundsError) return { status, headers, json: undefined };
      throw error;
    }
  }
}

function failureOf(address: string, answer: OutboundAnswer | Error) {
  const { hostname } = new URL(address);
  const problem = answer instanceof Error ? answer.message : `${hostname} answers ${answer.status}. Try again later.`;
  return new MoveInError(problem);
}
