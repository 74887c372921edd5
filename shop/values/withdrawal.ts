/** Days in which a consumer may withdraw from a contract, by law (Directive 2011/83/EU, article 9). A shop may give more. */
export const leastWithdrawalDays = 14;

/**
 * Why consumers can't withdraw from buying some goods (Directive 2011/83/EU, article 16). Those with a seal may be returned while it isn't broken. See
 * docs/decisions/0331.
 *
 * @property letter of article 16
 */
export const withdrawalExceptions = {
  madeToOrder: {
    letter: "c",
    label: "Made to order or personalized",
    reason: "It is made to your specifications or clearly personalized.",
    isSealed: false,
  },
  perishable: {
    letter: "d",
    label: "Perishable",
    reason: "It deteriorates or expires rapidly.",
    isSealed: false,
  },
  sealedHygiene: {
    letter: "e",
    label: "Sealed for health or hygiene",
    reason: "It is sealed for health or hygiene reasons, so you can return it only while the seal is unbroken.",
    isSealed: true,
  },
  mixed: {
    letter: "f",
    label: "Mixed inseparably after delivery",
    reason: "It is mixed inseparably with other items after delivery.",
    isSealed: false,
  },
  sealedRecording: {
    letter: "i",
    label: "Sealed recordings or software",
    reason: "It is a sealed recording or software, so you can return it only while the seal is unbroken.",
    isSealed: true,
  },
  priceFluctuation: {
    letter: "b",
    label: "Price depends on financial markets",
    reason: "Its price depends on fluctuations in the financial market that we can't control.",
    isSealed: false,
  },
  periodical: {
    letter: "j",
    label: "Newspapers and magazines",
    reason: "It is a newspaper, periodical or magazine.",
    isSealed: false,
  },
} as const;

export type WithdrawalException = keyof typeof withdrawalExceptions;

/** Whether a text names one of the exceptions. */
export function isWithdrawalException(text: string): text is WithdrawalException {
  return Object.hasOwn(withdrawalExceptions, text);
}

/** Whether an exception rules out every return. Items with a seal can be returned while it is unbroken. */
export function rulesOutReturns(exception: WithdrawalException) {
  return !withdrawalExceptions[exception].isSealed;
}

/** Why a product can't be returned like others, as consumers read it. */
export interface ReturnException {
  reason: string;
  /** Whether it can be returned while its seal is unbroken. Others can't be returned at all. */
  isSealed: boolean;
}

/** The reason of an exception, as consumers read it; "" for none. */
export function exceptionReason(name: string) {
  return isWithdrawalException(name) ? withdrawalExceptions[name].reason : "";
}

/** What the law calls the link to the page (Directive 2011/83/EU, article 11a). */
export const withdrawLabel = "Withdraw from contract here";

/** The same in words that are as clear, which the law allows, where another link is called "here". */
export const withdrawLabelWithoutHere = "Withdraw from contract";
