import type { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { outageOf } from "#shop/errors.ts";

/** Milliseconds to wait for the database's answer where there is a page to show without it. */
const patienceMs = 500;
/** Milliseconds between two questions whether it is back. */
const retryMs = 1000;

/** In place of an answer of a database that is unavailable or silent. */
export const away = Symbol("away");

/** Remembers whether the database answered last, so that nobody waits for it where there is something to show without it. */
export class DatabaseWatch {
  #isAway = false;
  /** The number of the newest query, and of the newest one that was answered. */
  #asked = 0;
  #answered = 0;
  #retriedAt = 0;
  #retry: Promise<unknown> | undefined;
  readonly #logOutage: (outage: DatabaseUnavailableError) => void;

  constructor(logOutage: (outage: DatabaseUnavailableError) => void) {
    this.#logOutage = logOutage;
  }

  /** Whether the database was away when it was last asked. It is asked again once a second, and nobody waits for the answer. */
  isAway(query: () => Promise<unknown>) {
    if (this.#isAway && !this.#retry && performance.now() - this.#retriedAt > retryMs) {
      this.#retriedAt = performance.now();
      this.#retry = this.#note(query()).then(
        () => this.#endRetry(),
        () => this.#endRetry(),
      );
    }
    return this.#isAway;
  }

  /** The answer of a query, or `away` at once when the database is unavailable, and soon when it is silent. @throws other errors */
  ask<Answer>(query: Promise<Answer>): Promise<Answer | typeof away> {
    const { promise: silence, resolve } = Promise.withResolvers<typeof away>();
    const number = this.#asked + 1;
    let last: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // A process that was busy itself first reads the answers that have come.
      last = setImmediate(() => {
        this.#noteAway(number);
        resolve(away);
      });
    }, patienceMs);
    const answer = this.#note(query).finally(() => {
      clearTimeout(timer);
      clearImmediate(last);
    });
    return Promise.race([answer, silence]);
  }

  async #note<Answer>(query: Promise<Answer>) {
    const number = ++this.#asked;
    try {
      const answer = await query;
      this.#noteAnswer(number);
      return answer;
    } catch (error) {
      const outage = outageOf(error);
      if (outage) this.#logOutage(outage);
      else this.#noteAnswer(number);
      if (!outage) throw error;
      this.#noteAway(number);
      return away;
    }
  }

  #noteAnswer(number: number) {
    this.#answered = Math.max(number, this.#answered);
    this.#isAway = false;
  }

  /** A query that hung fails long after others may have been answered. */
  #noteAway(number: number) {
    if (number > this.#answered) this.#isAway = true;
  }

  #endRetry() {
    this.#retry = undefined;
  }
}
