import { createHmac, timingSafeEqual } from "node:crypto";

const keyLength = 32;

/** Opens an order's items on the page to withdraw, from its mail. @param authSecret `AUTH_SECRET` */
export function withdrawalKey(orderNumber: string, authSecret: string) {
  const hmac = createHmac("sha256", authSecret).update(`torg withdrawal ${orderNumber}`);
  return hmac.digest("base64url").slice(0, keyLength);
}

/** Whether a key is the order's. */
export function isWithdrawalKey(key: string, orderNumber: string, authSecret: string) {
  if (!/^[\w-]{32}$/.test(key)) return false;
  return timingSafeEqual(Buffer.from(key), Buffer.from(withdrawalKey(orderNumber, authSecret)));
}
