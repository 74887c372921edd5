import { onTestFinished } from "vitest";
import { openMailServer } from "./open-mail-server.ts";

/** A mail server that keeps what it receives, until the test's end, as `openMailServer` says. */
export async function startMailServer(...how: Parameters<typeof openMailServer>) {
  const mailServer = await openMailServer(...how);
  onTestFinished(mailServer.close);
  return mailServer;
}
