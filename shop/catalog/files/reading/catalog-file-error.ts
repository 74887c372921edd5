import { errorCode } from "#database/error-code.ts";

interface FileProblems {
  problems?: string[];
  faults?: string[];
  others?: number;
}

/** A catalog file that can't be imported. The message names the first product that isn't right, and what is wrong with it. */
export class CatalogFileError extends Error {
  override name = "CatalogFileError";
  /** A line for each product that isn't right, of the first ones, with its first fault; the message is the first of them. */
  readonly problems: string[];
  /** The same lines with all faults of each product. */
  readonly faults: string[];
  /** How many more products aren't right. */
  readonly others: number;

  constructor(message: string, { problems = [message], faults, others = 0 }: FileProblems = {}) {
    super(message);
    this.problems = problems;
    this.faults = faults ?? problems;
    this.others = others;
  }
}

/** Says why a file can't be read. */
export function unreadableFile(file: string, error: Error) {
  return new CatalogFileError(
    errorCode(error) === "ENOENT" ? `${file} not found` : `Can't read ${file}: ${error.message}`,
  );
}
