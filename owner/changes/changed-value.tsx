import type { ReactNode } from "react";
import type { Change, ChangedFields, FieldValue } from "#shop/changes/change-log.ts";
import { noPicture } from "#shop/pictures/no-picture.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { roles } from "#shop/values/staff-roles.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { OrderLink } from "../screen/order-link.tsx";
import { useRegional } from "../screen/regional.ts";
import { changeLabel, isDecimalField, isPictureField, valueLabel } from "./change-labels.ts";
import { textInWords } from "./moment-text.ts";

type Values = ChangedFields[string];

/** Fields that were empty and stayed so say nothing. */
export function hasChanged({ before, after }: Values) {
  return !isEmpty(before) || !isEmpty(after);
}

interface ChangedValueProps {
  kind: Change["kind"];
  field: string;
  values: Values;
}

/** A changed field with its value before and after. */
export function ChangedValue({ kind, field, values }: ChangedValueProps) {
  const formats = useFormats();
  const regional = useRegional();
  const label = changeLabel(kind, field);
  if (isPictureField(kind, field)) return `${label}: ${describePictures(field, values)}`;
  // A change in bulk is what it is, whatever each product had before.
  if (kind === "product" && field === "what") return `${label}: ${shown(values.after ?? values.before)}`;
  const [before, after] = valuesToShow(values).map((value) => {
    const called = typeof value === "string" ? textInWords(field, valueLabel(kind, field, value), regional) : value;
    const text = kind === "role" && field === "role" ? shownRole(value) : shown(called);
    return isDecimalField(kind, field) ? typedNumber(text, formats) : text;
  });
  const linked = (text: string | undefined, value: FieldValue): ReactNode =>
    kind === "withdrawal" && field === "order" && typeof value === "string" ? <OrderLink orderNumber={value} /> : text;
  return (
    <>
      {label}: <del className="text-soft">{linked(before, values.before)}</del> →{" "}
      <ins className="no-underline">{linked(after, values.after)}</ins>
    </>
  );
}

function valuesToShow(values: Values) {
  const { before, after } = isYesOrNo(values) ? toYesOrNo(values) : differingLines(values);
  return [before, after];
}

/** Pictures that are no longer used are deleted, so the log can't show them. */
function describePictures(field: string, { before, after }: Values) {
  const [were, are] = [picturesOf(before), picturesOf(after)];
  if (field !== "images") return were.length === 0 ? "added" : are.length === 0 ? "removed" : "changed";
  const added = are.filter((picture) => !were.includes(picture)).length;
  const removed = were.filter((picture) => !are.includes(picture)).length;
  return [added > 0 && `${added} added`, removed > 0 && `${removed} removed`].filter(Boolean).join(", ") || "reordered";
}

function picturesOf(value: FieldValue) {
  return linesOf(value).filter((address) => address !== noPicture);
}

/** Checkboxes are "on" or empty. */
function isYesOrNo({ before, after }: Values) {
  const values = [before, after].filter((value) => !isEmpty(value));
  return values.length > 0 && values.every((value) => value === "on" || typeof value === "boolean");
}

function toYesOrNo({ before, after }: Values): Values {
  const word = (value: FieldValue) => (value === "on" || value === true ? "yes" : "no");
  return { before: word(before), after: word(after) };
}

/** For texts of several lines, only the lines that differ; if only their order changed, their positions. */
function differingLines({ before, after }: Values): Values {
  const [were, are] = [linesOf(before), linesOf(after)];
  if (were.length < 2 && are.length < 2) return { before, after };
  const gone = were.filter((line) => !are.includes(line));
  const come = are.filter((line) => !were.includes(line));
  if (gone.length + come.length > 0) return { before: gone.join("\n") || null, after: come.join("\n") || null };
  return {
    before: were.map((_, index) => index + 1).join(", "),
    after: are.map((line) => were.indexOf(line) + 1).join(", "),
  };
}

function linesOf(value: FieldValue) {
  return typeof value === "string" && value !== "" ? value.split("\n") : [];
}

const mostShown = 200;

function shown(value: FieldValue) {
  const text = isEmpty(value) ? "empty" : String(value);
  return text.length > mostShown ? `${cutText(text, mostShown)} …` : text;
}

/** The log has the roles of all versions. */
function shownRole(value: FieldValue) {
  return isEmpty(value) ? "none" : (roles.find(({ role }) => role === value)?.name ?? String(value));
}

function isEmpty(value: FieldValue) {
  return value === null || value === "";
}
