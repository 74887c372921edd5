/**
 * Browsers restore a page as it was left on Back and Forward, even one that mustn't be stored, and no matter who is signed in by then
 * (https://web.dev/articles/bfcache#update-data-after-restore). A page with a customer's data (`data-signed-in`) is hidden when it is left and
 * reloaded when it is restored; another page is reloaded if the visitor has signed in since. See docs/decisions/0083.
 *
 * Part of an inline script (`early-script.ts`).
 */
export function reloadRestoredPages() {
  const page = document.documentElement;
  const isOwn = () => "signedIn" in page.dataset;

  addEventListener("pagehide", ({ persisted }) => {
    if (persisted && isOwn()) page.hidden = true;
  });
  addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted || !(isOwn() || (await isSignedIn()))) return;
    page.hidden = true;
    location.reload();
  });
}

async function isSignedIn() {
  try {
    const answer = await fetch("/verify-email/status");
    return typeof (await answer.json()).emailVerified === "boolean";
  } catch {
    return false;
  }
}
