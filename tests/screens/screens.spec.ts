import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
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
    // Once for all that is asked of the page: to bring in axe takes as long as to ask it.
    await page.evaluate(axe.source);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(endTransitions);
        await expectNoViolations(
          page,
          `${size.width} px, ${colorScheme}`,
          colorScheme === "light" ? allRules : colourRules,
        );
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

/** Runs in the page: brings what fades to its end. To wait for it could last for ever: what is far out of view isn't drawn, and fades no further. */
function endTransitions() {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/** All of axe's rules: WCAG 2.2's and its best practices. */
const allRules: RunOptions = { rules: { "target-size": { enabled: true } } };

/** What a colour scheme can change. */
const colourRules: RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

async function expectNoViolations(page: Page, state: string, rules: RunOptions) {
  const options: RunOptions = { ...rules, resultTypes: ["violations"], iframes: false };
  const found = await page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(asked);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}\n${failureSummary}`),
    );
  }, options);
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
