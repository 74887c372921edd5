const steps: (() => void)[] = [];

/** Undoes something when this process exits, whatever ends it. The newest is undone first. */
export function atExit(undo: () => void) {
  if (steps.length === 0) process.once("exit", undoAll);
  steps.push(undo);
}

function undoAll() {
  for (const undo of steps.toReversed()) {
    try {
      undo();
    } catch (error) {
      console.error(error);
    }
  }
}
