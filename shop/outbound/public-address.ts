import ipaddr from "ipaddr.js";

/** What IANA has allocated to the public internet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** Whether an IP address belongs to a host of the public internet: not to this machine, a private network, a group, or anything reserved. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // Unwraps ::ffff:10.0.0.1.
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.range() === "unicast";
  // NAT64 (RFC 6052): networks that only speak IPv6 reach 192.0.2.1 by 64:ff9b::c000:201.
  if (address.range() === "rfc6052") return isPublicAddress(address.toByteArray().slice(12).join("."));
  return address.range() === "unicast" && address.match(globalUnicast);
}
