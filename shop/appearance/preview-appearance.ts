import { parse, validate } from "../forms/validate.ts";
import type { LiveSettings } from "../shop.ts";
import { toAppearance, toStats } from "./appearance.ts";
import { type AppearanceFields, appearanceForm } from "./appearance-form.ts";

/** What a page shows of the shop's looks. */
export type Looks = Pick<LiveSettings, "appearance" | "stats">;

/** What pages would show if a form were saved. A field that couldn't be saved shows its saved value. */
export function previewLooks(saved: AppearanceFields, typed: Record<string, string>): Looks {
  const wrong = Object.keys(validate(appearanceForm, typed).errors ?? {});
  const kept = Object.fromEntries(wrong.map((field) => [field, saved[field as keyof AppearanceFields]]));
  const form = parse(appearanceForm, { ...typed, ...kept });
  return { appearance: toAppearance(form), stats: toStats(form) };
}
