import type { StoredSettings } from "#shop/settings/settings.ts";
import type { ShownForm } from "../forms/form-fields.tsx";
import { settingLabels } from "./setting-sections.ts";

export type SettingFields = ReturnType<typeof fieldsOf>;

/** What the settings' inputs have in common. */
export function fieldsOf({ texts, errors }: ShownForm<StoredSettings>) {
  const named = (name: keyof StoredSettings) => ({ name, label: settingLabels[name], error: errors[name] });
  return {
    field: (name: keyof StoredSettings) => ({ ...named(name), defaultValue: texts[name] }),
    checkbox: (name: keyof StoredSettings) => ({ ...named(name), defaultChecked: texts[name] === "on", value: "on" }),
  };
}
