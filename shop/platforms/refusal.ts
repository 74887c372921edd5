/** How a platform can go on after an error: https://ucp.dev/2026-04-08/specification/checkout#error-handling. */
export type Severity = "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";

/** What an answer says besides its content. Paths are JSONPath (RFC 9535) into the answer. */
export type Message =
  | { type: "error"; code: string; content: string; severity: Severity; path?: string }
  | { type: "warning" | "info"; code: string; content: string; path?: string };

export function errorMessage(code: string, content: string, severity: Severity, path?: string): Message {
  return { type: "error", code, content, severity, ...(path !== undefined && { path }) };
}

export function warning(code: string, content: string, path?: string): Message {
  return { type: "warning", code, content, ...(path !== undefined && { path }) };
}

interface Options {
  /** Where the buyer can go on without the platform. */
  continueUrl?: string;
  /** Whether what the platform asked about has come to its end. */
  isConflict?: true;
}

/** The platform gets these messages and nothing else. Nothing was changed. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly messages: Message[];
  readonly continueUrl: string | undefined;
  readonly isConflict: boolean;

  constructor(messages: Message[], { continueUrl, isConflict }: Options = {}) {
    super(messages.map(({ code }) => code).join(" "));
    this.messages = messages;
    this.continueUrl = continueUrl;
    this.isConflict = isConflict ?? false;
  }
}

/** Nothing has this id, it is gone, or it is another platform's: all three look the same from outside. */
export function notFound(noun: "Cart" | "Checkout" | "Order") {
  return new Refusal([errorMessage("not_found", `${noun} not found.`, "unrecoverable")]);
}
