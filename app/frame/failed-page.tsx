import { useEffect } from "react";
import { ErrorView } from "./error-view.tsx";
import { showToast } from "./toasts.tsx";

interface FailedPageProps {
  /** The toast's title. */
  title: string;
  text: string;
}

/** In place of a page whose data could not be had: a toast that names what, and two ways on. */
export function FailedPage({ title, text }: FailedPageProps) {
  useEffect(() => {
    showToast({ type: "error", title, text });
  }, [title, text]);
  return <ErrorView />;
}
