import type { Compilable, CompiledQuery, InferResult } from "kysely";
import { type Database, type Engine, engineOf } from "./connect.ts";

/** Stands in a query for a value that each run of it brings. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Queries that are built and compiled once for each engine, and then only run: for the few that run hundreds of times a second,
 * where Kysely would take longer over their text than SQLite over their work. `prepared<Values>()(build)` gives how to run one.
 *
 * `build` makes the query, with `value("name")` in the place of each value that a run brings.
 */
export function prepared<Values extends object>() {
  return <Query extends Compilable>(
    build: (db: Database, value: <Name extends keyof Values & string>(name: Name) => Values[Name]) => Query,
  ) => {
    const compiled: Partial<Record<Engine, CompiledQuery>> = {};
    return async (db: Database, values: Values) => {
      const engine = engineOf(db);
      // To Kysely every object is a value.
      compiled[engine] ??= build(db, (name) => new Parameter(name) as never).compile();
      const query = compiled[engine];
      const parameters = query.parameters.map((parameter) =>
        parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter,
      );
      const { rows } = await db.executeQuery({ ...query, parameters });
      return rows as InferResult<Query>;
    };
  };
}
