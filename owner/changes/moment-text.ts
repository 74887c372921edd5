import { formatEnd, formatMoment } from "#shop/values/days.ts";
import type { Regional } from "#shop/values/locale.ts";

/** As forms, files and the log write a moment: "2026-12-01T08:00:00.000Z". */
const writtenMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** A moment as owners read it. What ends at the end of a day ends on that day. @param name that of its field or column */
export function momentInWords(name: string, moment: number, regional: Regional) {
  return /ends(?:At)?$/i.test(name) ? formatEnd(moment, regional) : formatMoment(moment, regional);
}

/** A field's text, in words if it is a moment. */
export function textInWords(name: string, text: string, regional: Regional) {
  return writtenMoment.test(text) ? momentInWords(name, Date.parse(text), regional) : text;
}
