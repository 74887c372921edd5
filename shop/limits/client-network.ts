import { isIPv4, isIPv6, SocketAddress } from "node:net";
import { remember } from "../text/remember.ts";

/** One key for all malformed addresses, so that inventing new ones doesn't evade the limits. */
const unreadable = "unreadable";

/** Reading an IPv6 address takes several microseconds, and every request has one. */
const findNetwork = remember(64 * 1024, readNetwork);

/**
 * The key of limits per client, the same for all spellings of an address. It is the whole IPv4 address, but the /64 network of an
 * IPv6 address, because one customer usually has a /64.
 *
 * @param address as a socket or a proxy writes it: IPv4 or IPv6, with or without a port, brackets or a zone
 */
export function networkOf(address: string) {
  return findNetwork(address);
}

function readNetwork(address: string) {
  const ip = withoutPort(address.trim())
    .replace(/%.*$/s, "")
    .replace(/\b0+(?=\d)/g, "");
  if (isIPv4(ip)) return ip;
  if (!isIPv6(ip)) return unreadable;
  const canonical = canonicalIPv6(ip);
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  return mapped ?? canonicalIPv6(`${groupsOf(canonical).slice(0, 4).join(":")}::`);
}

function withoutPort(address: string) {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
}

function canonicalIPv6(address: string) {
  return new SocketAddress({ family: "ipv6", address }).address;
}

function groupsOf(ip: string) {
  const [head = [], tail] = ip.split("::").map((side) => side.split(":").filter(Boolean));
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail] : head;
}
