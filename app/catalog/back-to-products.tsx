import { type MouseEvent, useEffect, useState } from "react";
import { href, useLocation, useNavigate } from "react-router";
import { Link } from "#ui/link.tsx";
import { type ListBehind, listBehind } from "./list-behind.ts";

/** Returns to the list the shopper came from, with its filter, page and scroll position. */
export function BackToProducts({ className }: { className: string }) {
  const location = useLocation();
  const navigate = useNavigate();
  const [list, setList] = useState<ListBehind>();
  useEffect(() => setList(listBehind(location)), [location]);

  function goBack(event: MouseEvent) {
    if (!list?.steps || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(-list.steps);
  }

  return (
    <Link to={list?.address ?? href("/products")} prefetch="intent" className={className} onClick={goBack}>
      Back to products
    </Link>
  );
}
