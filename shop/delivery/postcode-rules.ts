/** A range `0001-1299`, a prefix `50*`, or a postcode. */
const postcodePattern = /^(?:([0-9]{2,10})-([0-9]{2,10})|([0-9A-Z]{1,10})(\*?))$/;

/** The postcodes in a typed list, in capitals without spaces, one after the other: "0001 - 1299, sw1*" → 0001-1299, SW1*. */
export function parsePostcodes(typed: string) {
  const all = typed.toUpperCase().split(/[,;\n]/);
  return [...new Set(all.map((text) => text.replaceAll(/\s/g, "").replace("–", "-")).filter(Boolean))];
}

/** Whether a postcode, range or prefix of a list can be read. */
export function isPostcodeRule(rule: string) {
  const [, from, to, code = "", isPrefix] = postcodePattern.exec(rule) ?? [];
  if (from && to) return from.length === to.length && from <= to;
  // A word without digits is a place, as no postcode is.
  return isPrefix ? code !== "" : /\d/.test(code);
}

/** Whether a postcode, as customers type it, is in a list. */
export function isInPostcodes(zipCode: string, rules: string[]) {
  const forms = formsOf(zipCode);
  return rules.some((rule) => {
    const [, from, to, code = "", isPrefix] = postcodePattern.exec(rule) ?? [];
    if (from && to) return forms.some((form) => form.length === from.length && from <= form && form <= to);
    return forms.some((form) => (isPrefix ? form.startsWith(code) : form === code));
  });
}

/** What rules may mean of a postcode: all of it without spaces, or its first part. "90210-1234" → 902101234, 90210; "1012 LG" → 1012LG, 1012. */
function formsOf(zipCode: string) {
  const code = zipCode
    .toUpperCase()
    .trim()
    // A country in front: "NO-0155".
    .replace(/^[A-Z]{1,2}-(?=\d)/, "");
  const whole = code.replaceAll(/[^\p{L}\p{N}]/gu, "");
  const [first = ""] = /^\d+(?=\D)|^[^\s-]+(?=[\s-])/.exec(code) ?? [];
  return [whole, first].filter(Boolean);
}
