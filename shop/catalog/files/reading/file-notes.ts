import type { FileEncoding } from "../../../files/text-encoding.ts";
import { CatalogFileError } from "./catalog-file-error.ts";
import type { ExportNotebook, ExportNotes } from "./other-shops/export-notes.ts";

const warningsKept = 100;
const remarksKept = 20;
const linesNamed = 10;

/** What an owner should know of a catalog file before they import it. */
export interface FileNotes {
  /** How the file is encoded, where its letters depend on it. */
  encoding?: FileEncoding | undefined;
  /** What can't be meant. Nothing is saved unless an owner accepts it. */
  warnings: string[];
  otherWarnings: number;
  /** What the import does that the file doesn't say. */
  remarks: string[];
  /** What becomes of another shop's export. */
  export?: ExportNotes | undefined;
}

/** Collects notes while a file is read. */
export class FileNotebook {
  encoding: FileEncoding | undefined;
  /** Set once the file turns out to be another shop's export. */
  export: ExportNotebook | undefined;
  readonly warnings: string[] = [];
  otherWarnings = 0;
  readonly #remarks: string[] = [];
  /** The first descriptions with HTML, and how many there are. */
  readonly #withHtml: string[] = [];
  #htmlCount = 0;

  warn(warning: string) {
    if (this.warnings.length < warningsKept) this.warnings.push(warning);
    else this.otherWarnings += 1;
  }

  /** How many warnings there are so far. */
  get warningCount() {
    return this.warnings.length + this.otherWarnings;
  }

  /** Adds warnings that are only found later. @param found each with how many warnings came before it, in the file's order */
  warnBetween(found: { place: number; warning: string }[]) {
    for (const { place, warning } of found.toReversed()) {
      this.warnings.splice(place, 0, warning);
      this.otherWarnings += this.warnings.splice(warningsKept).length;
    }
  }

  remark(remark: string) {
    if (this.#remarks.length < remarksKept) this.#remarks.push(remark);
  }

  /** @param place where the description is, in words */
  noteHtml(place: string) {
    this.#htmlCount += 1;
    if (this.#withHtml.length < linesNamed) this.#withHtml.push(place);
  }

  get remarks() {
    if (this.#htmlCount === 0) return this.#remarks;
    const more = this.#htmlCount - this.#withHtml.length;
    const places = this.#withHtml.join(", ") + (more > 0 ? ` and ${more} more` : "");
    return [`HTML in descriptions becomes Markdown, with paragraphs and lists: ${places}`, ...this.#remarks];
  }

  /** The notes alone, for another process. */
  toNotes(): FileNotes {
    const { encoding, warnings, otherWarnings, remarks } = this;
    return { encoding, warnings, otherWarnings, remarks, export: this.export?.toNotes() };
  }
}

/** A catalog file with warnings that were not accepted. */
export class CatalogWarningsError extends CatalogFileError {
  override name = "CatalogWarningsError";

  constructor({ warnings, otherWarnings }: FileNotes) {
    super(warnings[0] ?? "", { problems: warnings, others: otherWarnings });
  }
}
