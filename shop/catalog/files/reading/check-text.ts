import { type ReadBytes, readBeginning } from "../../../files/read-bytes.ts";
import { looksLikeText } from "../../../files/text-encoding.ts";
import { CatalogFileError } from "./catalog-file-error.ts";

export const workbookProblem = "This is an Excel workbook. Save it as CSV and import that file.";

export function isWorkbookName(name: string) {
  return /\.xls[xmb]?$/i.test(name);
}

/** How .xlsx and .xls files begin: as any zip file, and as older files of Microsoft Office. */
const workbookSigns = ["504b0304", "d0cf11e0"];
const pdfSign = "25504446";

/** Refuses what can only be a file of another kind, before it is read as text. @throws CatalogFileError */
export async function checkText(read: ReadBytes) {
  const beginning = await readBeginning(read);
  const sign = beginning.toString("hex", 0, 4);
  if (workbookSigns.includes(sign)) throw new CatalogFileError(workbookProblem);
  if (sign === pdfSign || !looksLikeText(beginning))
    throw new CatalogFileError("This isn't a text file. Save it as CSV or JSON and import that file.");
}
