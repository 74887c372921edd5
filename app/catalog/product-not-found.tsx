import { useEffect } from "react";
import { href, useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { MessagePage } from "../page/message-page.tsx";
import { showToast } from "../page/toasts.ts";

/** Milliseconds that "Product not found" can be read before the list opens. */
const productNotFoundDelay = 3000;

/** An archived product, and the list to continue with. */
interface GoneProduct {
  title: string;
  thumbnail: string;
  list: { address: string; label: string };
}

/** For an archived product's address, and for unknown ones. */
export function ProductNotFound({ gone }: { gone?: GoneProduct | undefined }) {
  return gone ? <NoLongerSold {...gone} /> : <NeverSold />;
}

function NoLongerSold({ title, thumbnail, list }: GoneProduct) {
  return (
    <MessagePage
      title={title}
      picture={
        <span className="size-60 overflow-hidden rounded-xl bg-furniture">
          <Picture src={thumbnail} alt="" sizes="15rem" largest={800} />
        </span>
      }
    >
      <p className="text-soft">This product is no longer available.</p>
      <Button to={list.address} prefetch="intent">
        {list.label}
      </Button>
    </MessagePage>
  );
}

function NeverSold() {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({
      type: "error",
      title: "❌ Product Error",
      text: "We couldn't find this product. Taking you back to the list.",
    });
    const timer = setTimeout(() => navigate(href("/products"), { replace: true }), productNotFoundDelay);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <MessagePage title="Product not found">
      <p className="text-soft">It may no longer be available, or the link may be wrong.</p>
      <Button to={href("/products")} prefetch="intent">
        Back to products
      </Button>
    </MessagePage>
  );
}
