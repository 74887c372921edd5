import type * as v from "valibot";
import type { Database } from "#database/connect.ts";
import type { Formats } from "../values/locale.ts";
import { isSameRecord, type NewChange, recordChange } from "./change-log.ts";

/** A record of a settings file: all its values are texts. */
export type SettingsRecord = Record<string, string>;

export type RecordKey = string | readonly string[];

/** What identifies a record in its section. */
export function keyOf(record: SettingsRecord, key: RecordKey) {
  return typeof key === "string" ? (record[key] ?? "") : key.map((field) => record[field] ?? "").join(", ");
}

/** Part of what owners set up, as a settings file keeps it. */
export interface SettingsSection {
  name: string;
  /** The field that identifies a record, or the fields that do so together; a section without one is a single record. */
  key?: RecordKey;
  /** A record's form: a file is checked like what owners type. */
  schema: v.GenericSchema<unknown, SettingsRecord> | ((formats: Formats) => v.GenericSchema<unknown, SettingsRecord>);
  /** All records, in their order. */
  read(db: Database): Promise<SettingsRecord[]>;
  /**
   * Replaces all records in the transaction of a change (`changeSettings`).
   *
   * @returns what to log
   * @throws SettingsFileError, FormRefusedError, RedirectError
   */
  replace(transaction: Database, records: SettingsRecord[], by: { actor: string; now: Date }): Promise<NewChange[]>;
}

/** A settings file that can't be imported. The message names the section and the record. */
export class SettingsFileError extends Error {
  override name = "SettingsFileError";
}

/** How records differ from those before, by their key. */
export function compareRecords<Item extends SettingsRecord>(before: Item[], after: Item[], key: RecordKey = "") {
  const keyed = (records: Item[]) => new Map(records.map((record) => [keyOf(record, key), record]));
  const [old, next] = [keyed(before), keyed(after)];
  return {
    added: [...next].flatMap(([name, record]) => (old.has(name) ? [] : [record])),
    changed: [...next].flatMap(([name, record]) => {
      const was = old.get(name);
      return was && !isSameRecord(was, record) ? [{ before: was, after: record }] : [];
    }),
    removed: [...old].flatMap(([name, record]) => (next.has(name) ? [] : [record])),
  };
}

/** What to log of replaced records. @param shown what the log has of a record */
export function replacedRecords<Item extends SettingsRecord>(
  { added, changed, removed }: ReturnType<typeof compareRecords<Item>>,
  { key, shown = (record) => record, ...by }: ReplacedRecords<Item>,
): NewChange[] {
  const log = (before: Item | undefined, after: Item | undefined) =>
    recordChange({ ...by, subject: keyOf(after ?? before ?? {}, key) }, before && shown(before), after && shown(after));
  return [
    ...added.map((record) => log(undefined, record)),
    ...changed.map(({ before, after }) => log(before, after)),
    ...removed.map((record) => log(record, undefined)),
  ];
}

interface ReplacedRecords<Item> extends Pick<NewChange, "actor" | "kind"> {
  key: RecordKey;
  shown?: (record: Item) => Item;
}
