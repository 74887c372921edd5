/** Tells the styles of `action-bar` that nothing is typed. */
export const emptyPlaceholder = " ";
