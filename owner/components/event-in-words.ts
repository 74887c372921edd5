/** An order's event as a screen names it: refundedInPart → "Refunded in part". */
export function eventInWords(step: string) {
  const words = step.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
