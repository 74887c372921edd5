import { normalizeText } from "../text/normalize-text.ts";

/** Far more than any mailbox has (RFC 5321 allows 254). It bounds the work on what is posted. */
const mostCharacters = 320;

// What HTML's email field takes (https://html.spec.whatwg.org/#valid-e-mail-address), and letters of all alphabets (RFC 6531).
const nameShape = /^[^\s\p{C}@"(),:;<>[\]\\]+$/u;
const domainShape = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;
const asciiShape = /^[a-z\d.-]+$/;
const internationalShape = /^(?:[a-z\d.-]|[^\p{ASCII}\s\p{C}])+$/u;

/**
 * An email address as the shop stores it: its domain in lower case and ASCII, `rüchér.example` as `xn--rchr-dpa5i.example`. The one rule for
 * emails, in every form and on the command line. See docs/decisions/0145.
 *
 * @returns undefined for other texts
 */
export function parseEmail(text: string): string | undefined {
  if (text.length > mostCharacters) return undefined;
  const at = text.lastIndexOf("@");
  const name = text.slice(0, Math.max(at, 0));
  const domain = asciiDomain(text.slice(at + 1).toLowerCase());
  return nameShape.test(name) && domainShape.test(domain) ? `${normalizeText(name, "NFC")}@${domain}` : undefined;
}

/** The form in which two emails are compared and accounts keep theirs: also the name in lower case. */
export function normalizeEmail(email: string) {
  return (parseEmail(email.trim()) ?? email).toLowerCase();
}

/** A link that writes to an email (RFC 6068), also to names with `?` or `%`. */
export function mailtoLink(email: string) {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** @returns "" when it can't be one */
function asciiDomain(domain: string) {
  if (asciiShape.test(domain) || !internationalShape.test(domain)) return domain;
  return URL.parse(`http://${domain}`)?.hostname ?? "";
}
