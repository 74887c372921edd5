/** Why customers return items. */
export const returnReasons = {
  changedMind: "I changed my mind",
  tooSmall: "It's too small",
  tooLarge: "It's too large",
  damaged: "It's damaged or doesn't work",
  wrongItem: "I got the wrong item",
  notAsDescribed: "It isn't as described",
  other: "Another reason",
} as const;

/** The reason of a withdrawal, which needs none. */
export const withdrawalReason = "withdrawal";

/** The reason of who gives none: the shop promises to ask no questions. */
export const unstatedReason = "unstated";

/** The text of a reason. */
export function returnReason(reason: string) {
  if (reason === unstatedReason) return "No reason given";
  if (reason === withdrawalReason) return "Withdrawal";
  return Object.hasOwn(returnReasons, reason) ? returnReasons[reason as keyof typeof returnReasons] : reason;
}
