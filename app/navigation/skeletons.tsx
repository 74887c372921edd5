import { type ReactNode, useLayoutEffect } from "react";
import { Loader } from "#ui/loader.tsx";

/** The skeleton of a slow page. Pages without one keep the previous page on screen. */
export function skeletonFor(path: string) {
  return standIns.find(([paths]) => paths.test(path))?.[1];
}

const standIns = [
  [/^\/products$/, ListSkeleton],
  [/^\/products\/[^/]+$/, ProductSkeleton],
  [/^\/checkout$/, CheckoutSkeleton],
  [/^\/order-confirmation\/.*$/, ReceiptSkeleton],
  [/^\/(profile|verify-email)$/, Loader],
] as const;

/** Skeletons have the layout of their pages, so that nothing moves when the content arrives. */
function ListSkeleton() {
  return (
    <Skeleton>
      <div className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-3 px-4 py-4 sm:px-6 sm:py-10">
        <div className="h-9 sm:h-20">
          <Bar className="mt-1 mb-3 h-7 w-40 sm:h-11" />
          <Bar className="hidden h-5 w-24 sm:block" />
        </div>
        <div className="grid w-full grid-cols-2 gap-2 sm:w-96 sm:pt-6">
          <Bar round="rounded-full" className="h-11" />
          <Bar round="rounded-full" className="h-11" />
        </div>
      </div>
      <div className="card-grid mx-auto max-w-page px-4 pt-4 sm:px-6 sm:pt-6 lg:pl-74">
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <div key={index}>
            <Bar round="rounded-xl" className="mb-3 aspect-square" />
            <Bar className="mb-2 h-5 w-1/2" />
            <Bar className="mb-3 h-5 w-4/5" />
            <Bar className="mb-3 h-7 w-1/3" />
            <Bar round="rounded-full" className="h-11" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

function ProductSkeleton() {
  return (
    <Skeleton>
      <div className="mx-auto max-w-page px-4 pt-3 sm:px-6 md:pt-6">
        <div className="h-11 py-3">
          <Bar className="h-5 w-36" />
        </div>
        <div className="mt-1 grid gap-x-8 gap-y-6 md:mt-2 md:grid-cols-2 lg:gap-x-16">
          <div className="flex flex-col gap-3 side-by-side:flex-row-reverse">
            <Bar round="rounded-xl" className="aspect-square grow" />
            <div className="flex gap-3 side-by-side:flex-col">
              <Bar className="size-16 sm:size-20" />
              <Bar className="size-16 sm:size-20" />
              <Bar className="size-16 sm:size-20" />
            </div>
          </div>
          <div className="md:py-2">
            <Bar className="mb-2 h-5 w-20" />
            <Bar className="mb-3 h-10 w-4/5 lg:h-13" />
            <Bar className="h-6 w-36" />
            <Bar className="mt-5 h-10 w-32" />
            <Bar className="mt-4 h-6 w-24" />
            <Bar round="rounded-full" className="mt-5 h-13 max-w-sm" />
            <Bar className="mt-8 h-24 max-w-prose" />
          </div>
        </div>
      </div>
    </Skeleton>
  );
}

function CheckoutSkeleton() {
  return (
    <Skeleton>
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
        <Bar className="mb-6 h-11 w-48 sm:h-14" />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-10">
          <Bar round="rounded-lg lg:rounded-2xl" className="h-13 lg:order-2 lg:h-100" />
          <Bar round="rounded-2xl" className="h-140" />
        </div>
      </div>
    </Skeleton>
  );
}

function ReceiptSkeleton() {
  return (
    <Skeleton>
      <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
        <Bar className="mb-3 h-6 w-72 max-w-full" />
        <Bar className="mb-8 h-11 w-4/5 sm:h-14" />
        <Bar className="h-40" />
        <Bar className="mt-4 h-16" />
        <Bar className="mt-4 h-16" />
      </div>
    </Skeleton>
  );
}

/** Scrolls to the top, where the page will start. After Back, the router restores the position later. */
function Skeleton({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div role="status" className="skeleton">
      <span className="sr-only">Loading…</span>
      {children}
    </div>
  );
}

function Bar({ className, round = "rounded-lg" }: { className: string; round?: string }) {
  return <div className={`bg-line ${round} ${className}`} />;
}
