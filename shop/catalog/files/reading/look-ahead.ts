import * as v from "valibot";
import { safeParse } from "../../../forms/validate.ts";
import { id as idRule } from "../../fields/field-rules.ts";
import type { ReadRecord } from "./catalog-entry.ts";
import type { KnownIds } from "./known-ids.ts";

export const recordsPerLookUp = 200;
/** As JSON. Longer records, of which one may have 4 MB, are fewer per query. */
export const charactersPerLookUp = 4 * 1024 * 1024;
const identified = v.object({ id: idRule });

/** Reads a file's records some ahead, to look their ids up together. A fault comes after the records before it. */
export async function* lookAhead<Read extends ReadRecord>(
  records: AsyncIterable<Read>,
  knownIds: KnownIds,
): AsyncGenerator<Read> {
  let waiting: Read[] = [];
  let characters = 0;
  let fault: { error: unknown } | undefined;
  try {
    for await (const read of records) {
      waiting.push(read);
      characters += JSON.stringify(read).length;
      if (waiting.length < recordsPerLookUp && characters < charactersPerLookUp) continue;
      await knownIds.lookUp(waiting.flatMap(idOf));
      yield* waiting;
      waiting = [];
      characters = 0;
    }
  } catch (error) {
    fault = { error };
  }
  await knownIds.lookUp(waiting.flatMap(idOf));
  yield* waiting;
  if (fault) throw fault.error;
}

function idOf({ record }: ReadRecord) {
  const { success, output } = safeParse(identified, record);
  return success ? [output.id] : [];
}
