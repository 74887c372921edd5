import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import { href } from "react-router";
import { showToast } from "../page/toasts.ts";

/** Loaded when someone presses a button for it. */

type RequestOptions = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** Has the browser make a passkey. @param options as JSON @returns its answer as JSON; undefined if it couldn't, or its user didn't want to */
export function makePasskey(options: string) {
  return answerOf(() => startRegistration({ optionsJSON: JSON.parse(options) }), "Passkey not added");
}

/** Has the browser's user choose a passkey. @returns its answer as JSON; undefined if it couldn't, or its user didn't want to */
export function askForPasskey() {
  return answerOf(async () => {
    const answer = await fetch(href("/sign-in/passkey"), { method: "POST" });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return startAuthentication({ optionsJSON: (await answer.json()) as RequestOptions });
  }, "Sign In Failed");
}

async function answerOf(ask: () => Promise<object>, title: string) {
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    if (!isCancelled(error)) showToast({ type: "error", title, text: textOf(error) });
    return undefined;
  }
}

function isCancelled(error: unknown) {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}

function textOf(error: unknown) {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
    return "This device has a passkey for your account already.";
  }
  return "Your browser couldn't use a passkey. Please try again.";
}
