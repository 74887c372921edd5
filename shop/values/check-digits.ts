/** Whether the last digit checks the others (ISO/IEC 7812-1, annex B: the Luhn formula, in Norway "mod 10"). Most typing mistakes fail it. See docs/decisions/0016. */
export function passesLuhn(digits: string) {
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Adds the digit that checks the others by the Luhn formula. */
export function withLuhnDigit(digits: string) {
  return [..."0123456789"].map((digit) => digits + digit).find(passesLuhn) ?? digits;
}

const norwegianWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Whether eleven digits can be a Norwegian bank account: the last one checks the others (mod 11). */
export function passesNorwegianMod11(digits: string) {
  const sum = norwegianWeights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return (11 - (sum % 11)) % 11 === Number(digits[10]);
}

/**
 * What is left of letters and digits divided by 97, with A as 10 and Z as 35 (ISO/IEC 7064, mod 97-10). An IBAN or a creditor reference
 * leaves 1, once its first four characters are at its end.
 *
 * @param text capitals and digits
 */
export function mod97(text: string) {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return Array.from(digits).reduce((rest, digit) => (10 * rest + Number(digit)) % 97, 0);
}
