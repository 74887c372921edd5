import * as v from "valibot";
import type { Database } from "#database/connect.ts";
import { CategoryRefusedError } from "../catalog/category-rules.ts";
import { lockProducts } from "../catalog/change-category.ts";
import type { ShopDatabase } from "../shop.ts";
import { isStorableText } from "../validate.ts";
import { changeSettings } from "./change-settings.ts";
import { compareRecords, SettingsFileError, type SettingsRecord, type SettingsSection } from "./settings-section.ts";
import { settingsSections } from "./settings-sections.ts";

/** So many bytes may a settings file have. */
export const settingsFileLimit = 1_000_000;

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

/** How many records of a section an import changes. */
export interface SectionChanges {
  name: string;
  added: number;
  changed: number;
  removed: number;
}

/**
 * Imports a settings file: all of it, or nothing. Sections that the file lacks stay as they are.
 *
 * @throws SettingsFileError
 */
export async function importSettings(context: Pick<ShopDatabase, "db" | "now">, text: string, actor: string) {
  const contents = parseSettingsFile(text);
  const hasCategories = [...contents.keys()].some(({ name }) => name === "categories");
  let changes: SectionChanges[] = [];
  try {
    await changeSettings(
      context,
      async (trx) => {
        changes = await countChanges(trx, contents);
        const logged = [];
        for (const [section, records] of contents)
          logged.push(...(await section.replace(trx, records, { actor, now: context.now() })));
        return logged;
      },
      hasCategories ? lockProducts : undefined,
    );
  } catch (error) {
    if (error instanceof CategoryRefusedError) throw new SettingsFileError(`categories: ${error.message}`);
    throw error;
  }
  return changes;
}

async function countChanges(db: Database, contents: Contents) {
  const changes: SectionChanges[] = [];
  for (const [section, records] of contents) {
    const { added, changed, removed } = compareRecords(await section.read(db), records, section.key);
    changes.push({ name: section.name, added: added.length, changed: changed.length, removed: removed.length });
  }
  return changes;
}

function parseSettingsFile(text: string): Contents {
  if (Buffer.byteLength(text) > settingsFileLimit) throw new SettingsFileError("A settings file may have 1 MB");
  const file = parseJson(text);
  const names = settingsSections.map(({ name }) => name);
  const unknown = Object.keys(file).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new SettingsFileError(`Unknown section “${unknown.slice(0, 60)}”. Use ${names.join(", ")}`);
  const used = settingsSections.filter(({ name }) => Object.hasOwn(file, name));
  if (used.length === 0) throw new SettingsFileError(`The file has no section. Use ${names.join(", ")}`);
  return new Map(used.map((section) => [section, parseSection(section, file[section.name])]));
}

function parseJson(text: string): Record<string, unknown> {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new SettingsFileError("The file isn't JSON");
  }
  if (!isRecord(file)) throw new SettingsFileError("Use a file that Torg exported: a JSON object with sections");
  return file;
}

function parseSection(section: SettingsSection, value: unknown) {
  if (!section.key) return [parseRecord(section, value, section.name)];
  const { name, key } = section;
  if (!Array.isArray(value)) throw new SettingsFileError(`${name}: use a list`);
  const records = value.map((item, index) => parseRecord(section, item, `${name}, record ${index + 1}`));
  const seen = new Set<string | undefined>();
  for (const [index, { [key]: id }] of records.entries()) {
    if (seen.has(id)) throw new SettingsFileError(`${name}, record ${index + 1}: ${key} “${id}” is there twice`);
    seen.add(id);
  }
  return records;
}

function parseRecord({ schema }: SettingsSection, value: unknown, place: string): SettingsRecord {
  if (!isRecord(value)) throw new SettingsFileError(`${place}: use a JSON object`);
  const { success, output, issues } = v.safeParse(schema, value);
  if (!success) {
    const field = v.getDotPath(issues[0]);
    throw new SettingsFileError(
      `${place}${field ? `, ${field.slice(0, 60)}` : ""}: ${issues[0].message.slice(0, 200)}`,
    );
  }
  for (const [field, text] of Object.entries(value)) {
    if (!Object.hasOwn(output, field)) throw new SettingsFileError(`${place}: unknown field “${field.slice(0, 60)}”`);
    if (typeof text === "string" && !(isStorableText(text) && text.isWellFormed()))
      throw new SettingsFileError(`${place}, ${field}: the text has characters that can't be stored`);
  }
  return output;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
