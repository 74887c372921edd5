import { useEffect, useState } from "react";
import type { ProductCard } from "#shop/catalog/product.ts";
import { MoreProducts } from "./more-products.tsx";

/** Four products where there would be none: those that came with the page, or else loaded once they are shown, and left out if that fails. */
export function SuggestedProducts({ products: given = [] }: { products?: ProductCard[] | undefined }) {
  const [products, setProducts] = useState(given);
  const areMissing = products.length === 0;
  useEffect(() => {
    if (!areMissing || !navigator.onLine) return;
    const controller = new AbortController();
    fetchTrending(controller.signal).then(setProducts, () => undefined);
    return () => controller.abort();
  }, [areMissing]);
  return <MoreProducts title="Popular right now" products={products} />;
}

async function fetchTrending(signal: AbortSignal): Promise<ProductCard[]> {
  const answer = await fetch("/search-suggestions", { signal });
  return answer.ok ? answer.json() : [];
}
