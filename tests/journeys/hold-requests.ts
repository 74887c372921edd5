import type { Page, Route } from "@playwright/test";

/**
 * Holds the page's requests to a path, and below it, until they are let go.
 *
 * @param answer what becomes of them then; without it they go on to the shop
 */
export async function holdRequests(
  page: Page,
  method: "GET" | "POST",
  path: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let holding = true;
  await page.route(
    (url) => url.pathname.startsWith(path),
    async (route) => {
      if (!holding || route.request().method() !== method) return route.fallback();
      arrive();
      await released;
      await answer(route);
    },
  );
  return {
    /** Lets what is held go on, once there is something (a page may say that it sends before it does), and holds nothing more. */
    async letGo() {
      await arrived;
      holding = false;
      release();
    },
  };
}
