import type { ComponentProps } from "react";
import { SelectField, TextField } from "#ui/fields.tsx";

/** More pieces than this are typed, not chosen. */
const mostChoices = 30;

interface PieceCountFieldProps {
  /** The field's name, which is its id too. */
  name: string;
  label: string;
  typed: Record<string, string>;
  error: string | undefined;
  /** The most that can be chosen. */
  most: number;
}

/** How many pieces of an item, from none to all. */
export function PieceCountField({ name, label, typed, error, most }: PieceCountFieldProps) {
  const field = {
    ...{ id: name, field: name, name, label, defaultValue: typed[name] ?? "0" },
    ...(error !== undefined && { error }),
  } satisfies Partial<ComponentProps<typeof SelectField>>;
  if (most > mostChoices) return <TextField {...field} inputMode="numeric" maxLength={6} hint={`Up to ${most}`} />;
  return (
    <SelectField {...field}>
      {Array.from({ length: most + 1 }, (_, count) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the counts themselves
        <option key={count} value={count}>
          {count === 0 ? "None" : count}
        </option>
      ))}
    </SelectField>
  );
}
