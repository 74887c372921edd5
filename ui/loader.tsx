/** Fills the page while its content loads. */
export function Loader() {
  return (
    <div role="status" className="noscript:hidden grid min-h-[50vh] place-items-center text-soft">
      <Spinner className="size-8" />
      <span className="sr-only">Loading…</span>
    </div>
  );
}

export function Spinner({ className = "size-5" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`spinner ${className}`} fill="none" strokeWidth="2.5" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" opacity="0.25" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeLinecap="round" />
    </svg>
  );
}
