import { type FieldErrors, parse, validate } from "../forms/validate.ts";
import type { LiveSettings } from "../shop.ts";
import { toAppearance, toStats } from "./appearance.ts";
import { type AppearanceFields, appearanceForm } from "./appearance-form.ts";

/** What a page shows of the shop's looks. */
export type Looks = Pick<LiveSettings, "appearance" | "stats">;

/** What pages would show if a form were saved. A field that couldn't be saved shows its saved value. @returns also why it couldn't, by field */
export function previewLooks(
  saved: AppearanceFields,
  typed: Record<string, string>,
): { looks: Looks; errors: FieldErrors } {
  const { errors = {} } = validate(appearanceForm, typed);
  const kept = Object.fromEntries(Object.keys(errors).map((field) => [field, saved[field as keyof AppearanceFields]]));
  const form = parse(appearanceForm, { ...typed, ...kept });
  return { looks: { appearance: toAppearance(form), stats: toStats(form) }, errors };
}
