import { AccountError } from "./account-error.ts";

/**
 * Refuses the first password that a stranger would try for an account: its email, or the name in it (NIST SP 800-63B, 5.1.1.2:
 * context-specific words).
 *
 * @throws AccountError
 */
export function rejectWeakPassword({ email, password }: { email: string; password: string }) {
  const guess = password.toLowerCase();
  const address = email.toLowerCase();
  if (guess === address || guess === address.split("@")[0]) throw new AccountError("PASSWORD_TOO_WEAK");
}
