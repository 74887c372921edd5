import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { useAccess } from "./use-access.ts";

interface AllowedLinkProps {
  /** With the basename, such as `/owner/orders`. */
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link to another screen; plain text for those who may not open it. */
export function AllowedLink({ href, className = "", children }: AllowedLinkProps) {
  const { mayOpen } = useAccess();
  return mayOpen(href) ? (
    <a href={href} className={`text-link ${className}`}>
      {children}
    </a>
  ) : (
    <span className={className}>{children}</span>
  );
}

/** A button that leads to another screen; nothing for those who may not open it. */
export function AllowedButton({ href, children }: Pick<AllowedLinkProps, "href" | "children">) {
  return useAccess().mayOpen(href) ? (
    <Button href={href} look="quiet">
      {children}
    </Button>
  ) : null;
}
