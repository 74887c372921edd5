import type { FieldErrors } from "./validate.ts";

/** Why a form of something that owners set up isn't saved, apart from what the form itself tells. */

/** A rule that needs to know the shop refuses the form. One message per field; `form` is for the whole form. */
export class FormRefusedError extends Error {
  override name = "FormRefusedError";
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(Object.values(errors).join(". "));
    this.errors = errors;
  }
}

/** Someone else saved while the form was open. */
export class ChangedMeanwhileError<Fields extends Record<string, string> = Record<string, string>> extends Error {
  override name = "ChangedMeanwhileError";
  /** The saved values. */
  readonly current: Fields;

  constructor(current: Fields) {
    super("Someone else saved meanwhile");
    this.current = current;
  }
}

/** What the form is about doesn't exist, or no longer. */
export class RecordUnknownError extends Error {
  override name = "RecordUnknownError";
}
