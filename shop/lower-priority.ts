import { constants, setPriority } from "node:os";

/**
 * Lets everything else on the machine have the processor first, as `nice` does: where that keeps all processors busy, this process still gets a tenth of
 * what another does, so that it ends while someone waits for it. See docs/decisions/0431.
 */
export function lowerPriority() {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
