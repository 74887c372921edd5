import { useEffect } from "react";
import { showToast } from "../page/toasts.ts";
import { ErrorView } from "./error-view.tsx";

interface FailedPageProps {
  /** The toast's title. */
  title: string;
  text: string;
}

/** Replaces a page whose data couldn't be loaded: a toast says which, with two links. */
export function FailedPage({ title, text }: FailedPageProps) {
  useEffect(() => {
    showToast({ type: "error", title, text });
  }, [title, text]);
  return <ErrorView />;
}
