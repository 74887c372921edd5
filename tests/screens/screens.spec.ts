import type { Page } from "@playwright/test";
import { expectNoFindings, expectOthersToAgree, expectToFit, phone, sizesFor, widthsFor } from "./judge-page.ts";
import { test } from "./screen-test.ts";
import { screens } from "./screens.ts";

/** How many screens one browser opens: a new one reads the shop's scripts and axe again, a tenth of the time. */
const perBrowser = 7;

for (let start = 0; start < screens.length; start += perBrowser) {
  const group = screens.slice(start, start + perBrowser);
  test(`${group[0]?.name} to ${group.at(-1)?.name}: axe finds nothing, in both schemes, and each fits every width and large text`, async ({
    openScreen,
  }) => {
    test.slow();
    let before: Page | undefined;
    for (const [offset, screen] of group.entries()) {
      await test.step(screen.name, async () => {
        const index = start + offset;
        const sizes = screen.phoneOnly ? [phone] : sizesFor(index);
        const { page } = await openScreen(screen, { viewport: sizes[0] }, before);
        await expectNoFindings(page, sizes);
        await expectOthersToAgree(page, index);
        await expectToFit(page, screen.phoneOnly ? { usual: [320], large: [320, 640] } : widthsFor(index));
        before = page;
      });
    }
  });
}
