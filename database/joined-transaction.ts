import { sql, type Transaction } from "kysely";
import type { Database } from "./connect.ts";
import type { Schema } from "./schema.ts";

/**
 * A transaction as a database, so that several functions that each begin a transaction succeed or fail together. Each of theirs becomes a savepoint, and is
 * undone alone when it fails. They must run one after the other.
 */
export function joinedTransaction(transaction: Transaction<Schema>): Database {
  let parts = 0;
  const begin = () => ({
    async execute<Result>(work: (part: Transaction<Schema>) => Promise<Result>) {
      const name = sql.id(`part${parts++}`);
      await sql`savepoint ${name}`.execute(transaction);
      try {
        const result = await work(transaction);
        await sql`release savepoint ${name}`.execute(transaction);
        return result;
      } catch (error) {
        await sql`rollback to savepoint ${name}`.execute(transaction);
        throw error;
      }
    },
  });
  return new Proxy<Database>(transaction, {
    get(target, property) {
      if (property === "transaction") return begin;
      const value = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
