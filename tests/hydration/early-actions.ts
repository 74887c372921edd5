import { type Page, expect as patient } from "@playwright/test";

/** A slowed processor takes its time (`npm run soak:hydration`), the more so when it is shared. */
const expect = patient.configure({ timeout: 40_000 });

type Step = { press: string } | { choose: string; value: string } | { write: string; text: string };

/** Something a shopper does on a page that may not be hydrated yet, and what comes of it: exactly that, and once. */
interface EarlyAction {
  path: string;
  viewport: { width: number; height: number };
  /** Elements are named by selectors: this happens in the page, before a test could look for anything. */
  steps: Step[];
  expectOutcome: (page: Page) => Promise<void>;
  /** Part of the address of what the browser has to ask for exactly once. */
  request?: string;
}

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };
const add = { press: "li:nth-child(4) > article button" };

export const earlyActions: Record<string, EarlyAction> = {
  "a chosen order": {
    path: "/products",
    viewport: wide,
    steps: [{ choose: "[name=sort]", value: "lowestPrice" }],
    request: "/products.data?sort=lowestPrice",
    async expectOutcome(page) {
      await expect(page).toHaveURL("/products?sort=lowestPrice");
      await expect(page.getByRole("article").first()).toContainText("$1.89");
      await expect(page.getByLabel("Sort by")).toHaveValue("lowestPrice");
    },
  },
  "a chosen filter": {
    path: "/products",
    viewport: wide,
    steps: [{ choose: "[name=filter]", value: "groceries" }],
    request: "/products.data?filter=groceries",
    async expectOutcome(page) {
      await expect(page).toHaveURL("/products?filter=groceries");
      await expect(page.getByRole("status").filter({ hasText: "Groceries: " })).toBeVisible();
      await expect(page.getByLabel("Filter")).toHaveValue("groceries");
    },
  },
  "a product that is added": { path: "/products", viewport: wide, steps: [add], expectOutcome: expectOneInBadge },
  "a product that is added before the cart is opened": {
    path: "/products",
    viewport: wide,
    steps: [add, { press: "a[href='/cart']" }],
    async expectOutcome(page) {
      await expect(page).toHaveURL("/cart");
      await expect(page.getByRole("button", { name: /^Increase quantity of/ })).toHaveCount(1);
      await expectOneInBadge(page);
    },
  },
  "a text that is typed": {
    path: "/contact",
    viewport: wide,
    steps: [{ write: "textarea", text: "Where is my tea?" }],
    async expectOutcome(page) {
      await expect(page.getByText("16/200")).toBeVisible();
      await expect(page.getByLabel("Message")).toHaveValue("Where is my tea?");
    },
  },
  "the menu that is opened": {
    path: "/products",
    viewport: narrow,
    steps: [{ press: "[aria-label='Open menu']" }],
    async expectOutcome(page) {
      await expect(page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "About" })).toBeVisible();
    },
  },
};

/** Milliseconds after the page has begun to come, or the moment at which React has begun to hydrate it and not ended. */
export type Moment = number | "hydrating";

/**
 * Has the page itself do it, at a moment or as soon as it has what that needs: a test that presses from outside would mostly come after
 * hydration. It notes how far hydration was (`phaseOf`).
 */
export async function actEarly(page: Page, { steps }: EarlyAction, moment: Moment) {
  await page.addInitScript(actInPage, { steps, moment });
}

/** How far hydration was when the page was acted on. */
export async function phaseOf(page: Page) {
  return page.evaluate(() => sessionStorage.getItem("phase") ?? "never");
}

function actInPage({ steps, moment }: { steps: Step[]; moment: Moment }) {
  if (!location.protocol.startsWith("http") || sessionStorage.getItem("phase")) return;
  if (moment === "hydrating") onceReactHydrates(() => setTimeout(act));
  else setTimeout(act, moment);

  /** React Router keeps its router in the window when React renders the page for the first time. */
  function onceReactHydrates(callback: () => void) {
    Object.defineProperty(window, "__reactRouterDataRouter", {
      configurable: true,
      set(value) {
        Object.defineProperty(window, "__reactRouterDataRouter", { value, writable: true, configurable: true });
        callback();
      },
    });
  }

  function act() {
    const targets = steps.map((step) => document.querySelector<HTMLElement>(Object.values(step)[0] ?? ""));
    if (!steps.every((step, index) => canBeTaken(step, targets[index]))) {
      setTimeout(act, 5);
      return;
    }
    const hydrating = "__reactRouterDataRouter" in window ? "while React hydrates" : "before React";
    sessionStorage.setItem("phase", document.documentElement.dataset.hydrated ? "after hydration" : hydrating);
    for (const [index, step] of steps.entries()) take(step, targets[index] as HTMLSelectElement);
  }

  /** A menu may have come without the choice, when the page is only half there. */
  function canBeTaken(step: Step, target: HTMLElement | null | undefined) {
    return target && (!("choose" in step) || target.querySelector(`option[value="${step.value}"]`));
  }

  function take(step: Step, target: HTMLSelectElement) {
    target.focus();
    if ("press" in step) target.click();
    if ("choose" in step) {
      target.value = step.value;
      for (const type of ["input", "change"]) target.dispatchEvent(new Event(type, { bubbles: true }));
    }
    // The browser's own typing, letter by letter.
    if ("write" in step) for (const letter of step.text) document.execCommand("insertText", false, letter);
  }
}

async function expectOneInBadge(page: Page) {
  await expect(page.locator("[data-cart-badge]")).toHaveText("1");
}
