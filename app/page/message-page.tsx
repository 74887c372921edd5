import type { ReactNode } from "react";

/** A page with one message: an empty cart, an unknown page, an error. */
export function MessagePage({ title, picture, children }: { title: string; picture?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-[55vh] max-w-xl flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      {picture}
      <h1 className="text-4xl wrap-anywhere">{title}</h1>
      {children}
    </div>
  );
}
