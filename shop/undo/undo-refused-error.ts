/** A change can't be undone. The message is for the owner. */
export class UndoRefusedError extends Error {
  override name = "UndoRefusedError";
}
