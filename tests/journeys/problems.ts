import type { BrowserContext, Request } from "@playwright/test";

/** Pages give up requests when they are left. Where a policy refuses a script, the console says so too. */
const ignoredReasons = ["net::ERR_ABORTED", "csp"];

/** The browser's own words for the failed requests that are noted below, with less in them; Playwright's for `serviceWorkers: "block"`. */
const ignoredWords = /^(Failed to load resource:|Service Worker registration blocked by Playwright$)/;

/**
 * Collects what goes wrong without a test looking for it. In the pages of watched browsers: console errors and warnings
 * (hydration's too), uncaught errors, requests that fail, answer with an error, or leave this machine.
 */
export function createProblems() {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];

  function watch(context: BrowserContext) {
    context.on("console", (message) => {
      const isProblem = ["error", "warning"].includes(message.type());
      if (isProblem && !ignoredWords.test(message.text())) {
        seen.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on("weberror", (error) => seen.push(`uncaught ${error.error().stack ?? error.error()}`));
    context.on("request", (request) => {
      if (isElsewhere(request.url())) seen.push(`request to another host: ${request.url()}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400) seen.push(`${response.status()} ${nameOf(response.request())}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "failed";
      if (!ignoredReasons.includes(reason)) seen.push(`${reason} ${nameOf(request)}`);
    });
  }

  return {
    watch,
    note: (problem: string) => seen.push(problem),
    /** Names a problem that belongs to a test, such as `/^404 GET \/nowhere$/`. It has to come, once or more. */
    expect: (problem: RegExp) => expected.push(problem),
    /** Names a problem that may come, or have been told already. */
    allow: (problem: RegExp) => allowed.push(problem),
    unexpected: () => seen.filter((problem) => ![...expected, ...allowed].some((pattern) => pattern.test(problem))),
    missing: () => expected.filter((pattern) => !seen.some((problem) => pattern.test(problem))),
  };
}

function isElsewhere(url: string) {
  const { protocol, hostname } = new URL(url);
  return protocol.startsWith("http") && !["localhost", "127.0.0.1"].includes(hostname);
}

function nameOf(request: Request) {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}
