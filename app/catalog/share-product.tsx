import { useEffect, useState } from "react";
import type { Product } from "#shop/catalog/product.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { ShareLink } from "../page/share-link.tsx";

/** Sends a product to a friend. It needs scripts. */
export function ShareProduct({ product }: { product: Pick<Product, "id" | "address"> }) {
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(navigator.share !== undefined), []);
  return (
    <ShareLink
      to={productAddress(product)}
      question="Copy this link to share the product:"
      className="mt-2 text-sm noscript:hidden"
    >
      {canShare ? "Share" : "Copy link"}
    </ShareLink>
  );
}
