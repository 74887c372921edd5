import { href } from "react-router";
import { useShop } from "../page/use-shop.ts";

interface LegalLinkProps {
  /** The page's address, as its template suggests it. */
  slug: "terms" | "privacy";
  /** What comes before the link. */
  before: string;
  className?: string;
}

/** A sentence with a link to a legal page, if the owner has published it. It opens a new tab: a form is being filled in. */
export function LegalLink({ slug, before, className = "" }: LegalLinkProps) {
  const { pages = [] } = useShop();
  const page = pages.find((page) => page.slug === slug);
  if (!page) return null;
  return (
    <p className={`text-sm text-soft ${className}`}>
      {before}{" "}
      <a href={href("/pages/:slug", { slug })} target="_blank" className="text-link" rel="noopener">
        <bdi>{page.title}</bdi>
        <span className="sr-only"> (opens a new tab)</span>
      </a>
      .
    </p>
  );
}
