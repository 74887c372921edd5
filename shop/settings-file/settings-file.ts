import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { lockProducts } from "../catalog/categories/change-category.ts";
import { changedFields } from "../changes/change-log.ts";
import { changeSettings } from "../changes/change-settings.ts";
import { readCurrency } from "../changes/read-currency.ts";
import {
  compareRecords,
  keyOf,
  SettingsFileError,
  type SettingsRecord,
  type SettingsSection,
} from "../changes/settings-section.ts";
import { JsonBoundsError, parseJson } from "../files/json-bounds.ts";
import { ChangedMeanwhileError, FormRefusedError } from "../forms/form-errors.ts";
import { isStorableText, safeParse } from "../forms/validate.ts";
import { RedirectError } from "../redirects/redirect-map.ts";
import type { ShopDatabase } from "../shop.ts";
import { cutText } from "../text/cut-text.ts";
import { type Currency, defaultCurrency } from "../values/currencies.ts";
import { defaultLocale, type Formats } from "../values/locale.ts";
import { settingsFileLimit } from "./settings-file-limit.ts";
import { settingsSections } from "./settings-sections.ts";

type Contents = Map<SettingsSection, SettingsRecord[]>;

/** Everything that owners set up, as JSON. Pictures are only named by their addresses. */
export async function exportSettings(db: Database) {
  const file: Record<string, unknown> = {};
  for (const section of settingsSections) {
    const records = await section.read(db);
    file[section.name] = section.key ? records : records[0];
  }
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What an import does to a section: the names of its records, or of the fields of a section that is a single record. */
export interface SectionChanges {
  name: string;
  added: string[];
  changed: string[];
  removed: string[];
}

interface SettingsImport {
  sections: SectionChanges[];
  /** Identifies what the file's sections held before. */
  before: string;
}

type Context = Pick<ShopDatabase, "db" | "now">;

/**
 * Imports a settings file: all of it, or nothing. Sections that the file lacks stay as they are.
 *
 * @param seen `before` of the preview that the owner agreed to
 * @throws SettingsFileError, ChangedMeanwhileError
 */
export async function importSettings(
  context: Context,
  text: string,
  { actor, seen }: { actor: string; seen?: string },
) {
  const { sections } = await replaceAll(context, text, actor, ({ before }) => {
    if (seen !== undefined && seen !== before) throw new ChangedMeanwhileError({});
  });
  return sections;
}

/**
 * What an import would do. The import is made and undone, so a file that would be refused is refused here.
 *
 * @throws SettingsFileError
 */
export async function previewSettings(context: Context, text: string): Promise<SettingsImport> {
  try {
    return await replaceAll(context, text, "preview", (result) => {
      throw new Undo(result);
    });
  } catch (error) {
    if (error instanceof Undo) return error.result;
    throw error;
  }
}

/** Ends a preview. */
class Undo extends Error {
  readonly result: SettingsImport;

  constructor(result: SettingsImport) {
    super("only a preview");
    this.result = result;
  }
}

/** @param check the last step; what it throws undoes everything */
async function replaceAll(context: Context, text: string, actor: string, check: (result: SettingsImport) => void) {
  const contents = parseSettingsFile(text, await readCurrency(context.db));
  // Settings may bring another currency, in which products cost something else.
  const concernsProducts = [...contents.keys()].some(({ name }) => name === "categories" || name === "settings");
  const result: SettingsImport = { sections: [], before: "" };
  try {
    await changeSettings(
      context,
      async (trx) => {
        const hash = createHash("sha256");
        const logged = [];
        for (const [section, records] of contents) {
          const before = await section.read(trx);
          hash.update(JSON.stringify([section.name, before]));
          result.sections.push(sectionChanges(section, before, records));
          logged.push(...(await replaceSection(section, trx, records, { actor, now: context.now() })));
        }
        result.before = hash.digest("hex");
        check(result);
        return logged;
      },
      concernsProducts ? lockProducts : undefined,
    );
  } catch (error) {
    if (error instanceof FormRefusedError) throw new SettingsFileError(`categories: ${error.message}`);
    throw error;
  }
  return result;
}

/** Names the section that a rule of the shop refuses. @throws SettingsFileError */
async function replaceSection(section: SettingsSection, ...replaced: Parameters<SettingsSection["replace"]>) {
  try {
    return await section.replace(...replaced);
  } catch (error) {
    if (!(error instanceof FormRefusedError || error instanceof RedirectError)) throw error;
    throw new SettingsFileError(`${section.name}: ${error.message}`);
  }
}

function sectionChanges({ name, key }: SettingsSection, before: SettingsRecord[], after: SettingsRecord[]) {
  if (!key)
    return { name, added: [], changed: Object.keys(changedFields(before[0] ?? {}, after[0] ?? {})), removed: [] };
  const { added, changed, removed } = compareRecords(before, after, key);
  const namesOf = (records: SettingsRecord[]) => records.map((record) => keyOf(record, key));
  return {
    name,
    added: namesOf(added),
    changed: namesOf(changed.map(({ after }) => after)),
    removed: namesOf(removed),
  };
}

/** @param currency the shop's, unless the file brings another one */
function parseSettingsFile(text: string, currency: Currency): Contents {
  if (Buffer.byteLength(text) > settingsFileLimit) throw new SettingsFileError("A settings file may have 4 MB");
  const file = readJson(text);
  const names = settingsSections.map(({ name }) => name);
  const unknown = Object.keys(file).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new SettingsFileError(`Unknown section “${cutText(unknown, 60)}”. Use ${names.join(", ")}`);
  const used = settingsSections.filter(({ name }) => Object.hasOwn(file, name));
  if (used.length === 0) throw new SettingsFileError(`The file has no section. Use ${names.join(", ")}`);
  const contents: Contents = new Map();
  for (const section of used) {
    const [settings] = [...contents].find(([{ name }]) => name === "settings")?.[1] ?? [];
    const formats = { currency: settings ? settings.currency || defaultCurrency : currency, locale: defaultLocale };
    contents.set(section, parseSection(section, file[section.name], formats));
  }
  return contents;
}

function readJson(text: string): Record<string, unknown> {
  let file: unknown;
  try {
    file = parseJson(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const isTooDeep = error instanceof JsonBoundsError;
    throw new SettingsFileError(isTooDeep ? `The file can't be read: ${error.message}` : "The file isn't JSON");
  }
  if (!isRecord(file)) throw new SettingsFileError("Use a file that Torg exported: a JSON object with sections");
  return file;
}

function parseSection({ name, key, schema }: SettingsSection, value: unknown, formats: Formats) {
  const form = typeof schema === "function" ? schema(formats) : schema;
  if (!key) return [parseRecord(form, value, name)];
  if (!Array.isArray(value)) throw new SettingsFileError(`${name}: use a list`);
  const records = value.map((item, index) => parseRecord(form, item, `${name}, record ${index + 1}`));
  const seen = new Set<string>();
  for (const [index, record] of records.entries()) {
    const id = keyOf(record, key);
    if (seen.has(id)) {
      const fields = typeof key === "string" ? key : key.join(", ");
      throw new SettingsFileError(`${name}, record ${index + 1}: ${fields} “${id}” is there twice`);
    }
    seen.add(id);
  }
  return records;
}

function parseRecord(schema: v.GenericSchema<unknown, SettingsRecord>, value: unknown, place: string): SettingsRecord {
  if (!isRecord(value)) throw new SettingsFileError(`${place}: use a JSON object`);
  const { success, output, issues } = safeParse(schema, value);
  if (!success) {
    const field = v.getDotPath(issues[0]);
    throw new SettingsFileError(
      `${place}${field ? `, ${cutText(field, 60)}` : ""}: ${cutText(issues[0].message, 200)}`,
    );
  }
  for (const [field, text] of Object.entries(value)) {
    if (!Object.hasOwn(output, field)) throw new SettingsFileError(`${place}: unknown field “${cutText(field, 60)}”`);
    if (typeof text === "string" && !(isStorableText(text) && text.isWellFormed()))
      throw new SettingsFileError(`${place}, ${field}: the text has characters that can't be stored`);
  }
  return output;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
