/** Whether an address on the web is only for the machine that opens it. */
export function isLocalAddress(address: string) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}
