import { Link } from "#ui/link.tsx";
import { useShop } from "../page/use-shop.ts";

/** What the owner announces on every page. */
export function Announcement() {
  const { announcement } = useShop();
  if (!announcement) return null;
  const { text, link } = announcement;
  const words = <bdi>{text}</bdi>;
  return (
    <aside
      aria-label="Announcement"
      className="bg-spruce px-4 py-2 text-center text-sm font-medium wrap-anywhere text-on-spruce print:hidden"
    >
      {link ? (
        <Link to={link} className="underline underline-offset-4">
          {words}
        </Link>
      ) : (
        words
      )}
    </aside>
  );
}
