import { onTestFinished } from "vitest";
import { openMailServer } from "./open-mail-server.ts";

/** A mail server that keeps what it receives, until the test's end. It wants the given user and password, if any. */
export async function startMailServer(login?: { user: string; password: string }) {
  const mailServer = await openMailServer(login);
  onTestFinished(mailServer.close);
  return mailServer;
}
