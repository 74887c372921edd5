import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./screen-test.ts";
import { screens } from "./screens.ts";

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

for (const screen of screens) {
  test(`${screen.name}: axe finds nothing, in both schemes, and it fits every width and large text`, async ({
    openScreen,
  }) => {
    const sizes = screen.phoneOnly ? [phone] : [desktop, phone];
    const { page } = await openScreen(screen, { viewport: sizes[0], reducedMotion: "reduce" });
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(() => {
          const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
          return Promise.allSettled(fading.map(({ finished }) => finished));
        });
        const rules = colorScheme === "light" ? undefined : colourRules;
        await expectNoViolations(page, `${size.width} px, ${colorScheme}`, rules);
      }
    }
    for (const width of screen.phoneOnly ? [320, 390] : [320, 390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page, `${width} px`);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    for (const width of screen.phoneOnly ? [320, 640] : [320, 360, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page, `${width} px, text at 200%`);
    }
  });
}

/** What a colour scheme can change. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** All of axe's rules unless some are given: WCAG 2.2's and its best practices. */
async function expectNoViolations(page: Page, state: string, rules?: string[]) {
  // There are no frames, so axe needs no page of its own to put their results together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const options = rules ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } };
  const { violations } = await axe.options(options).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}\n${failureSummary}`),
  );
  expect(found, state).toEqual([]);
}

/** Nothing makes the page scroll sideways, and no button's words are cut off. */
async function expectToFit(page: Page, state: string) {
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth} px`] : [];
    const cut = Array.from(document.querySelectorAll("button, a.button, select, label, h1, h2"))
      .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
      .filter((element) => element.tagName !== "SELECT" && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).display !== "inline")
      .map((element) => `cut off: ${element.tagName} ${element.textContent}`);
    return [...wide, ...cut];
  });
  expect(found, state).toEqual([]);
}
