/** The fields of colors, in the order in which a button posts a choice of them. */
export const colorNames = ["accent", "ground", "darkPaper"] as const;
