import { type MouseEvent, type ReactNode, useState } from "react";

interface ShareLinkProps {
  to: string;
  /** Asked where the browser can neither share nor copy. */
  question: string;
  className: string;
  children: ReactNode;
}

/** A link that is shared by the browser's dialog, or copied. */
export function ShareLink({ to, question, className, children }: ShareLinkProps) {
  const [told, setTold] = useState("");

  async function share(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault();
    const { href: url } = event.currentTarget;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        setTold("Link copied");
      }
    } catch (error) {
      // Closing the browser's share dialog throws an AbortError.
      if ((error as Error).name !== "AbortError") prompt(question, url);
    }
  }

  return (
    <p className={className}>
      <a href={to} className="text-link inline-flex min-h-11 items-center" onClick={share}>
        {children}
      </a>{" "}
      <span role="status" className="text-soft">
        {told}
      </span>
    </p>
  );
}
