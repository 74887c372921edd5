import type { Compilable, CompiledQuery, InferResult } from "kysely";
import { type Database, type Engine, engineOf } from "./connect.ts";

/** A placeholder for a value that each run passes. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a query once per engine. For the few queries that run hundreds of times a second, where Kysely would spend more time on the SQL than
 * SQLite on the result. `prepared<Values>()(build)` returns a function that runs it; `build` writes `value("name")` for each value of a run.
 * See docs/decisions/0010.
 */
export function prepared<Values extends object>() {
  return <Query extends Compilable>(
    build: (db: Database, value: <Name extends keyof Values & string>(name: Name) => Values[Name]) => Query,
  ) => {
    const compiled: Partial<Record<Engine, CompiledQuery>> = {};
    return async (db: Database, values: Values) => {
      const engine = engineOf(db);
      // Kysely accepts any object as a value.
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
