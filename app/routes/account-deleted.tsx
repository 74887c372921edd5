import { useEffect } from "react";
import { href, useLocation } from "react-router";
import { Button } from "#ui/button.tsx";
import { emptyCartOf } from "../cart/cart-sync.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { MessagePage } from "../page/message-page.tsx";
import type { Route } from "./+types/account-deleted";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: "Account deleted", description: "Your account was deleted.", unlisted: true });
}

/** The address says whose cart this browser may still have. It's theirs alone: in other browsers, the same address changes nothing. */
export default function AccountDeleted() {
  const owner = new URLSearchParams(useLocation().search).get("cart");
  useEffect(() => {
    if (owner) emptyCartOf(owner);
  }, [owner]);
  return (
    <MessagePage title="Your account was deleted">
      <p className="text-soft">We sent you an email that says what was deleted, and what stays for how long.</p>
      <Button to={href("/")}>Continue shopping</Button>
    </MessagePage>
  );
}
