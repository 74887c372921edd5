import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import type { RunOptions, run } from "axe-core";
import { expect } from "../journeys/shop-test.ts";
import { htmlProblems } from "../support/html-problems.ts";
import { isThorough } from "../support/thorough.ts";
import { ibmFindings } from "./ibm-findings.ts";

/** The smaller of axe's two: a browser reads it in half the time. */
const axeFile = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 800 };

/** Where axe looks at a screen: at every other one in a wide window, at the rest on a phone. `npm run soak:late` has it look at each in both. */
export function sizesFor(index: number) {
  if (isThorough) return [desktop, phone];
  return [index % 2 === 0 ? desktop : phone];
}

/** Where a screen has to fit: the narrowest window, and others in turns. `npm run soak:late` tries all of them. */
export function widthsFor(index: number) {
  if (isThorough) return { usual: [320, 768, 1280], large: [320, 640, 1280] };
  return index % 2 === 0 ? { usual: [320, 768], large: [320] } : { usual: [320, 1280], large: [640, 1280] };
}

/** axe finds nothing at these sizes by all of its rules in light colours, nor in a wide window by those on colours in dark ones. */
export async function expectNoFindings(page: Page, sizes: { width: number; height: number }[]) {
  // Once for all that is asked of the page: to bring in axe takes as long as to ask it.
  await page.evaluate(await readFile(axeFile, "utf8"));
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of size === desktop ? (["light", "dark"] as const) : (["light"] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(endTransitions);
      const rules = colorScheme === "light" ? allRules : colourRules;
      expect.soft(await findViolations(page, rules), `${page.url()}, ${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

/** Every so many-th screen is judged by the others, too; all of them by `npm run soak:late`. */
const shareOfOthers = 8;

/** IBM's checker and the Nu Html Checker find nothing, in the size and colours that the page has. */
export async function expectOthersToAgree(page: Page, index: number) {
  if (!isThorough && index % shareOfOthers !== 0) return;
  expect.soft(await htmlProblems(await page.content()), `${page.url()}, HTML`).toEqual([]);
  expect.soft(await ibmFindings(page), `${page.url()}, IBM's checker`).toEqual([]);
}

/** Runs in the page: brings what fades to its end. To wait for it could last for ever: what is far out of view isn't drawn, and fades no further. */
function endTransitions() {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

/** All of axe's rules: WCAG 2.2's and its best practices. */
const allRules: RunOptions = { rules: { "target-size": { enabled: true } } };

/** What a colour scheme can change. */
const colourRules: RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };

function findViolations(page: Page, rules: RunOptions) {
  const options: RunOptions = { ...rules, resultTypes: ["violations"], iframes: false };
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: { run: typeof run } }).axe.run(asked);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}\n${failureSummary}`),
    );
  }, options);
}

/** At each width, with text of its usual size or twice as large, nothing scrolls sideways, and no button's words are cut off. */
export async function expectToFit(page: Page, widths: { usual: number[]; large: number[] }) {
  for (const [fontSize, asked] of [
    ["", widths.usual],
    ["200%", widths.large],
  ] as const) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    for (const width of asked) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(findWhatDoesNotFit), `${page.url()}, ${width} px, ${fontSize} text`).toEqual([]);
    }
  }
}

/** Runs in the page. */
function findWhatDoesNotFit() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth} px`] : [];
  const cut = Array.from(document.querySelectorAll("button, a.button, select, label, h1, h2"))
    .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
    .filter((element) => element.tagName !== "SELECT" && element.scrollWidth > element.clientWidth + 1)
    .filter((element) => getComputedStyle(element).display !== "inline")
    .map((element) => `cut off: ${element.tagName} ${element.textContent}`);
  return [...wide, ...cut];
}
