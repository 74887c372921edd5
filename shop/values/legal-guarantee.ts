/**
 * The reminder of the legal guarantee that sellers owe consumers (Directive 2011/83/EU, articles 6(1)(l) and 22a). Its official form is a picture
 * that the European Commission publishes. See docs/decisions/0350.
 */
export interface LegalGuarantee {
  /** The address of the official notice, as the owner has uploaded it. */
  notice?: string;
  /** What the notice says, in the owner's words. */
  text?: string;
}

export const guaranteeTitle = "Legal guarantee";

/** Its main elements: those that Directive 2011/83/EU, article 6(1)(l) asks for. */
export const guaranteeReminder =
  "If goods are faulty or not as described, the law gives you the right to have them repaired or replaced, or else to a lower price or your money back. This legal guarantee lasts at least two years from delivery, and longer in some countries.";
