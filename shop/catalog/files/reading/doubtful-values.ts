import { isMeantAsAddress, readPictureList } from "../../../pictures/picture-list.ts";
import { cleanText } from "../../../text/clean-text.ts";
import { cutText } from "../../../text/cut-text.ts";
import { catalogFields } from "../../fields/product-fields.ts";
import { hasDamagedLetters } from "./damaged-letters.ts";
import { hasHtml, markdownOfHtml } from "./html-markdown.ts";

/** Called for each text that looks like a mistake, and for descriptions that lose their HTML. */
export interface Doubts {
  warn: (doubt: string) => void;
  noteHtml: () => void;
}

const texts = catalogFields.filter(({ kind }) => kind === "text").map(({ name }) => name);

/**
 * A file's record with pictures that are addresses and a description without HTML. Texts that can't be meant stay, and warn: an error of a spreadsheet,
 * HTML where only text is shown, letters that an earlier program damaged. See docs/decisions/0174.
 */
export function clearRecord(record: unknown, doubts: Doubts): unknown {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return record;
  const cleared: Record<string, unknown> = { ...record };
  clearDescription(cleared, doubts);
  warnAboutTexts(cleared, doubts);
  clearPictures(cleared, doubts);
  return cleared;
}

/** The record of another shop's export, of which the description and pictures are clear already. */
export function checkRecord(record: unknown, doubts: Pick<Doubts, "warn">) {
  const { description, ...others } = record as Record<string, unknown>;
  warnAboutTexts(others, doubts);
  return record;
}

function warnAboutTexts(record: Record<string, unknown>, doubts: Pick<Doubts, "warn">) {
  for (const name of texts) warnAboutText(name, record[name], doubts);
  if (Array.isArray(record.tags)) for (const tag of record.tags) warnAboutText("tag", tag, doubts);
}

function clearDescription(record: Record<string, unknown>, { noteHtml }: Doubts) {
  const { description } = record;
  const text = typeof description === "string" && hasHtml(description) ? markdownOfHtml(description) : undefined;
  if (text === undefined) return;
  record.description = text;
  noteHtml();
}

function warnAboutText(name: string, value: unknown, { warn }: Pick<Doubts, "warn">) {
  if (typeof value !== "string") return;
  const text = cleanText(value.toWellFormed());
  const doubt =
    name !== "id" && isShortenedNumber(text) ? "is a number that a spreadsheet shortened" : doubtAbout(text);
  if (doubt) warn(`${name} “${excerpt(text)}” ${doubt}`);
}

export function isShortenedNumber(text: string) {
  return shortenedNumber.test(text);
}

function excerpt(text: string) {
  return text.length > 60 ? `${cutText(text, 60)}…` : text;
}

/** Excel, Calc and Sheets write errors in capitals and their user's language: #NAME?, #BEZUG!, #¡VALOR!, #ДЕЛ/0! */
const errorCell =
  /^(#[¿¡]?[\p{Lu}\d/_ ]{1,24}[?!]|#(N\/A|N\/D|N\/B|N\/V|NV|I\/T|YOK|Н\/Д|NIET|SAKNAS|HIÁNYZIK|PUUTTUU)[!?]?|Err:\d{3}|#{3,})$/u;
const errorLetters = /^#(GETTING_DATA|NENÍ_K_DISPOZICI|SPILL|CALC)$/u;
const placeholder = /^(null|undefined|NaN|\[object Object\])$/;
const entity = /&(?:[a-z][a-z0-9]{1,9}|#\d{1,7}|#x[\da-f]{1,6});/i;
/** What a spreadsheet makes of long numbers, such as a barcode's. */
const shortenedNumber = /^\d([.,]\d+)?E\+\d+$/i;

function doubtAbout(text: string) {
  if (errorCell.test(text) || errorLetters.test(text)) return "is an error of a spreadsheet";
  if (placeholder.test(text)) return "is a program's word for nothing";
  if (hasDamagedLetters(text)) return "has damaged letters";
  if (hasHtml(text)) return "has HTML tags, which shoppers would see";
  const [found] = entity.exec(text) ?? [];
  return found && `has ${found}, which shoppers would see`;
}

function clearPictures(record: Record<string, unknown>, { warn }: Doubts) {
  const { thumbnail, images } = record;
  const read = (name: string, value: string) => {
    const { parts, separator } = readPictureList(value);
    if (separator && parts.length > 1) warn(`${name} “${excerpt(value)}” is read as ${parts.length} pictures`);
    return parts.filter((part) => {
      const isName = !isMeantAsAddress(part);
      if (isName) warn(`${name} “${excerpt(part)}” isn't an address (https://… or /…), so this picture is left out`);
      return !isName;
    });
  };
  if (typeof thumbnail === "string" && thumbnail !== "") {
    const [first] = read("thumbnail", thumbnail);
    if (first === undefined) delete record.thumbnail;
    else record.thumbnail = first;
  }
  if (!Array.isArray(images) || !images.every((image) => typeof image === "string")) return;
  const kept = images.flatMap((image) => read("images", image));
  if (kept.length > 0 || images.length === 0) record.images = kept;
  else delete record.images;
}
