/** Lets keys take turns in a queue: each has one place in it at a time, so that a long line of one key delays another by one per turn. */
export function createTurns() {
  const lines = new Map<string, Promise<void>>();

  /** Waits for a turn of a key. @param pass waits in the queue */
  return async function takeTurn(key: string, pass: () => Promise<void>) {
    const turn = (lines.get(key) ?? Promise.resolve()).then(pass);
    lines.set(key, turn);
    await turn;
    if (lines.get(key) === turn) lines.delete(key);
  };
}
