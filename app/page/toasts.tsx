import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { CloseIcon } from "#ui/icons.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { focusHeading } from "./page-focus.tsx";

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

interface ShownToast extends Toast {
  id: number;
  life: number;
  /** How often it was shown again while visible. */
  count: number;
}

let toasts: ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const noToasts: ShownToast[] = [];

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

/** The live region for toasts, which stay while they are hovered or focused. See docs/decisions/0011. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => noToasts,
  );
  const [held, setHeld] = useState(false);
  const former = useRef<EventTarget>(null);
  /** The focus returns to where it was before the toast had it. */
  function leave() {
    setHeld(false);
    const { current } = former;
    if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
    else focusHeading();
  }

  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-(--above-bar,0) z-50 flex flex-col items-center gap-2 p-4 sm:items-end sm:p-6 print:hidden"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) former.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onDismiss={leave} />
      ))}
    </section>
  );
}

const marks = { success: "bg-spruce", error: "bg-berry", warning: "bg-amber", info: "bg-ink" };

interface ToastCardProps {
  toast: ShownToast;
  /** Whether a hovered or focused toast stops the timers. */
  held: boolean;
  /** No event reports that the pointer or focus left with a dismissed toast. */
  onDismiss: () => void;
}

function ToastCard({ toast, held, onDismiss }: ToastCardProps) {
  const { id, title, text, name, type, link, count } = toast;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), toast.life);
    return () => clearTimeout(timer);
  }, [held, toast]);
  function putAway() {
    dismiss(id);
    onDismiss();
  }
  return (
    <div
      aria-atomic="true"
      className="toast pointer-events-auto flex w-full max-w-sm gap-3 rounded-xl bg-raised p-4 shadow-float ring-1 ring-line"
    >
      <span className={`w-1 shrink-0 rounded-full ${marks[type]}`} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap gap-x-2 font-semibold">
          <p>{title}</p>
          {count > 1 && (
            <span key={count} className="badge tabular-nums">
              × {count}
            </span>
          )}
        </div>
        <p className="text-sm wrap-break-word text-soft">
          <Sentence text={text} names={[name]} />
        </p>
        {link && (
          <Link
            to={link.to}
            className="text-link mt-1 -mb-2 inline-flex min-h-11 items-center font-medium"
            onClick={putAway}
          >
            {link.label}
          </Link>
        )}
      </div>
      <button
        type="button"
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-ink/5"
        onClick={putAway}
      >
        <CloseIcon className="size-4" />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}

function dismiss(id: number) {
  change(toasts.filter((toast) => toast.id !== id));
}

function change(next: ShownToast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
