import { passesLuhn } from "./check-digits.ts";

/** What organization numbers are in some countries: their digits, and whether the check digit is right. Elsewhere they are free. */
const organisationNumbers: Record<string, { name: string; digits: number; isRight: (digits: string) => boolean }> = {
  NO: { name: "Norwegian", digits: 9, isRight: (digits) => weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  SE: { name: "Swedish", digits: 10, isRight: passesLuhn },
  DK: { name: "Danish", digits: 8, isRight: (digits) => weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  FI: { name: "Finnish", digits: 8, isRight: (digits) => weighted(digits, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
};

function weighted(digits: string, weights: number[]) {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/**
 * What is odd about a seller's organization number: a question to its owner, never a refusal, as sellers may be registered elsewhere.
 *
 * @param country where the shop is, an ISO 3166 code
 * @returns undefined for one that may be right, and where no rule is known
 */
export function doubtAboutOrganisationNumber(typed: string, country: string) {
  const rule = organisationNumbers[country];
  if (typed === "" || !rule) return undefined;
  const digits = typed.replaceAll(/[\s.-]|^(NO|SE|DK|FI|CVR)|MVA$/gi, "");
  if (/^\d+$/.test(digits) && digits.length === rule.digits && rule.isRight(digits)) return undefined;
  return `Is this right? It isn't a ${rule.name} number: those have ${rule.digits} digits, and the last one checks the others.`;
}

/** What is odd about a seller's phone number: between 3 and 15 digits are dialed (ITU-T E.164), with spaces and signs between them. */
export function doubtAboutPhone(typed: string) {
  const digits = typed.replaceAll(/\D/g, "").length;
  if (typed === "" || (/^[+\d\s()./-]+$/.test(typed) && digits >= 3 && digits <= 15)) return undefined;
  return "Is this right? Phone numbers have 3 to 15 digits, and + before the country's code.";
}
