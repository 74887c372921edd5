import type { Request } from "@playwright/test";

/** Whether a request posts to a page, by the browser itself or by the page's scripts. */
export function isPost(path: string) {
  return (request: Request) =>
    request.method() === "POST" && new URL(request.url()).pathname.replace(/\.data$/, "") === path;
}

/** The fields of a form that a page sent. */
export function sentFields(request: Request): Record<string, string> {
  const { from: _, ...fields } = Object.fromEntries(new URLSearchParams(request.postData() ?? ""));
  return fields;
}
