import { parseEmail } from "../values/email-address.ts";

/** A name and its email. They stay apart until they are encoded into a header: names may contain any characters. */
export interface Mailbox {
  /** May be "". */
  name: string;
  address: string;
}

/**
 * Parses `shop@example.com` or `Torg <shop@example.com>`. The name may be quoted, but needn't be.
 *
 * @returns undefined for other texts
 */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, typedName = "", typedAddress = text] = /^(.*)<([^<>]*)>$/s.exec(text.trim()) ?? [];
  const [, quoted] = /^"(.*)"$/s.exec(typedName.trim()) ?? [];
  const address = parseEmail(typedAddress.trim());
  return address ? { name: quoted?.replaceAll(/\\(.)/gs, "$1") ?? typedName.trim(), address } : undefined;
}

/** For people: `Torg <shop@example.com>`. */
export function showMailbox({ name, address }: Mailbox) {
  return name ? `${name} <${address}>` : address;
}
