import type { ReactNode } from "react";
import type { Formats } from "#shop/values/locale.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { ChevronIcon } from "#ui/icons.tsx";
import { withTypedNumbers, withWrittenLimits } from "./decimal-fields.ts";

const box =
  "h-11 rounded-lg border border-field bg-raised px-2 hover:border-ink aria-invalid:border-berry stacked:w-full";

interface CellProps {
  name: string;
  /** With the row's name, for screen readers: "Price of M". */
  label: string;
  error: string | undefined;
}

interface CellFieldProps extends CellProps {
  /** A number with a point, if it is one. */
  value: string;
  isDecimal?: boolean;
  /** Characters. */
  limit: number;
  isWide?: boolean;
}

/** A small text field in a row of a table, with its error. */
export function CellField({ value, limit, isWide, isDecimal, error, ...others }: CellFieldProps) {
  const formats = useFormats();
  const cell = { ...others, error: error && errorInCell(error, formats) };
  return (
    <Cell {...cell}>
      <input
        type="text"
        inputMode={isDecimal ? "decimal" : undefined}
        defaultValue={isDecimal ? typedNumber(value, formats) : value}
        maxLength={Math.max(limit, value.length)}
        autoComplete="off"
        spellCheck={false}
        {...attributesOf(cell)}
        className={`${box} ${isWide ? "w-44" : "w-24 tabular-nums"}`}
      />
    </Cell>
  );
}

/** A small select in a row of a table, with its error. */
export function CellSelect({ value, children, ...cell }: CellProps & { value: string; children: ReactNode }) {
  return (
    <Cell {...cell}>
      <span className="relative inline-block stacked:w-full">
        <select defaultValue={value} {...attributesOf(cell)} className={`${box} w-20 appearance-none truncate pr-8`}>
          {children}
        </select>
        <ChevronIcon className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-soft" />
      </span>
    </Cell>
  );
}

function Cell({ name, error, children }: Omit<CellProps, "label"> & { children: ReactNode }) {
  return (
    <>
      {children}
      {error && (
        <span id={`${name}-message`} className="mt-1 block max-w-48 text-sm wrap-anywhere text-berry">
          {error}
        </span>
      )}
    </>
  );
}

/** A message as this shop writes its numbers. */
export function errorInCell(error: string, formats: Formats) {
  return withWrittenLimits(withTypedNumbers(error, formats), formats);
}

function attributesOf({ name, label, error }: CellProps) {
  return {
    name,
    "aria-label": label,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error && `${name}-message`,
  };
}
