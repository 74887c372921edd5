/** Whether a barcode's last digit follows from the others (GS1 General Specifications, 7.9): a mistyped digit rarely fits. */
export function hasCheckDigit(gtin: string) {
  const digits = Array.from(gtin, Number).toReversed();
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
