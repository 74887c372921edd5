import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ownerScreens } from "./owner-screens.ts";
import { test } from "./screen-test.ts";
import { screens } from "./screens.ts";

const folder = join(import.meta.dirname, "../../screenshots");
const sizes = {
  phone: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 768, height: 1024 } },
  desktop: { viewport: { width: 1280, height: 800 } },
};

for (const screen of [...screens, ...ownerScreens]) {
  test(screen.name, async ({ openScreen }) => {
    for (const [name, options] of Object.entries(sizes)) {
      if (screen.phoneOnly && name !== "phone") continue;
      const { page } = await openScreen(screen, options);
      await loadPictures(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `${screen.name.replace(/\W+/g, "-")}-${name}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
      }
    }
  });
}

/** Pictures further down come when they are near the window: takes them all into view once. */
async function loadPictures(page: Page) {
  for (const image of await page.locator("img:visible").all()) await image.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForLoadState("networkidle");
}
