import { useEffect, useState } from "react";
import type { ProductCard } from "#shop/catalog/product.ts";
import { MoreProducts } from "./more-products.tsx";

/** Four products where there would be none: loaded once they are shown, and left out if that fails. */
export function SuggestedProducts() {
  const [products, setProducts] = useState<ProductCard[]>([]);
  useEffect(() => {
    if (!navigator.onLine) return;
    const controller = new AbortController();
    fetchTrending(controller.signal).then(setProducts, () => undefined);
    return () => controller.abort();
  }, []);
  return <MoreProducts title="Popular right now" products={products} />;
}

async function fetchTrending(signal: AbortSignal): Promise<ProductCard[]> {
  const answer = await fetch("/search-suggestions", { signal });
  return answer.ok ? answer.json() : [];
}
