import { useEffect } from "react";
import { href, Link, useNavigate } from "react-router";
import { MessagePage } from "../frame/message-page.tsx";
import { showToast } from "../frame/toasts.tsx";

/** Milliseconds between "Product not found" and the way back to the list (specification, section 9). */
const productNotFoundDelay = 3000;

export function ProductNotFound() {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({
      type: "error",
      title: "❌ Product Error",
      text: "We do not have this one. Back to the list in a moment.",
    });
    const timer = setTimeout(() => navigate(href("/products"), { replace: true }), productNotFoundDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessagePage title="Product not found">
      <p className="text-soft">It may be sold for good, or its address is not quite right.</p>
      <Link to={href("/products")} prefetch="intent" className="button button-main">
        Back to products
      </Link>
    </MessagePage>
  );
}
