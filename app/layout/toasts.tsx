import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { CloseIcon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { focusHeading } from "../page/page-focus.tsx";
import { dismissToast, onToasts, type ShownToast, shownToasts } from "../page/toasts.ts";

const noToasts: ShownToast[] = [];

/** The live region for toasts, which stay while they are hovered or focused. See docs/decisions/0011. */
export function Toasts() {
  const shown = useSyncExternalStore(onToasts, shownToasts, () => noToasts);
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
      className="pointer-events-none absolute inset-x-0 bottom-full toasts flex flex-col items-center gap-2 sm:items-end sm:p-6"
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
    const timer = setTimeout(() => dismissToast(toast.id), toast.life);
    return () => clearTimeout(timer);
  }, [held, toast]);
  function putAway() {
    dismissToast(id);
    onDismiss();
  }
  return (
    <div
      aria-atomic="true"
      className="toast pointer-events-auto flex w-full max-w-sm rounded-xl border border-line bg-raised floating"
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
