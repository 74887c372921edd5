import { useEffect } from "react";
import { href, Link, useNavigate } from "react-router";
import { MessagePage } from "../frame/message-page.tsx";
import { showToast } from "../frame/toasts.tsx";

/** Milliseconds between "Product not found" and the return to the list. */
const productNotFoundDelay = 3000;

/** What is left of a product that the shop no longer sells, and the list that its page leads on to. */
interface GoneProduct {
  title: string;
  thumbnail: string;
  list: { address: string; label: string };
}

/** Stands at the address of a product that can't be bought: one that was sold once, or none at all. */
export function ProductNotFound({ gone }: { gone?: GoneProduct | undefined }) {
  return gone ? <NoLongerSold {...gone} /> : <NeverSold />;
}

function NoLongerSold({ title, thumbnail, list }: GoneProduct) {
  return (
    <MessagePage
      title={title}
      picture={<img src={thumbnail} alt="" width={240} height={240} className="rounded-xl bg-furniture" />}
    >
      <p className="text-soft">This is no longer sold.</p>
      <Link to={list.address} prefetch="intent" className="button button-main">
        {list.label}
      </Link>
    </MessagePage>
  );
}

function NeverSold() {
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
