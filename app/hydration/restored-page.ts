/**
 * Runs in the head of every page. Back and Forward bring pages back as they were left (the browser's back/forward cache), even those that
 * mustn't be stored, whoever is signed in by then. What was shown to somebody signed in (`data-signed-in`) is hidden as it is left, and
 * loaded anew when it comes back. A visitor's page comes back at once; if somebody has signed in meanwhile, it is loaded anew too.
 */
export const restoredPageScript = import.meta.env.SSR
  ? `{
const page = document.documentElement;
const isOwn = () => "signedIn" in page.dataset;
const isSignedIn = () => fetch("/verify-email/status").then((answer) => answer.json()).then((status) => status.emailVerified !== null).catch(() => false);
addEventListener("pagehide", ({ persisted }) => { if (persisted && isOwn()) page.hidden = true; });
addEventListener("pageshow", async ({ persisted }) => { if (persisted && (isOwn() || await isSignedIn())) location.reload(); });
}`
  : "";
