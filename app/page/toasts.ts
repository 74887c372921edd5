export interface Toast {
  type: "success" | "error" | "warning" | "info";
  title: string;
  text: string;
  /** The part of the text that people typed. */
  name?: string;
  /** A link to the next step. */
  link?: { to: string; label: string };
}

/** How long a toast stays, in milliseconds: longer on account pages, whose texts are longer than those of cart and checkout. */
export const toastLives = { account: 3000, cart: 2000 } as const;

export interface ShownToast extends Toast {
  id: number;
  life: number;
  /** How often it was shown again while visible. */
  count: number;
}

let toasts: ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a toast. A repeated one counts up; a new one replaces an older one with the same title or link, so that toasts never pile up. Only in
 * the browser.
 */
export function showToast(toast: Toast, life: number = toastLives.account) {
  const former = toasts.find(({ title, link }) => title === toast.title || (link && link.to === toast.link?.to));
  const count = former?.text === toast.text ? former.count + 1 : 1;
  const shown = { ...toast, id: former?.id ?? ++lastId, life, count };
  change(former ? toasts.map((other) => (other === former ? shown : other)) : [...toasts, shown]);
}

/** The toasts that are shown now. */
export function shownToasts() {
  return toasts;
}

export function dismissToast(id: number) {
  change(toasts.filter((toast) => toast.id !== id));
}

function change(next: ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** @returns a function that ends it */
export function onToasts(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
