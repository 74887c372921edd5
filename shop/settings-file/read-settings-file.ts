import { SettingsFileError } from "../changes/settings-section.ts";
import { decodeJson, JsonEncodingError } from "../files/decode-json.ts";
import { bytesInMemory } from "../files/read-bytes.ts";
import { settingsFileLimit } from "./settings-file-limit.ts";

/**
 * The text of a settings file, which is JSON in UTF-8 or UTF-16.
 *
 * @throws SettingsFileError for a file that is too large or in another encoding
 */
export async function readSettingsFile(bytes: Uint8Array) {
  if (bytes.length > settingsFileLimit) throw new SettingsFileError("A settings file may have 4 MB");
  try {
    let text = "";
    for await (const part of await decodeJson(bytesInMemory(bytes))) text += part;
    return text;
  } catch (error) {
    if (error instanceof JsonEncodingError) throw new SettingsFileError(`The file can't be read: ${error.message}.`);
    throw error;
  }
}
