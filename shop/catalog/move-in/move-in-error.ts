/** An old shop can't be read. The message is for the owner. */
export class MoveInError extends Error {
  override name = "MoveInError";
}
