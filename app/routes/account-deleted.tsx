import { href } from "react-router";
import { Button } from "#ui/button.tsx";
import { pageMeta } from "../meta/page-meta.ts";
import { MessagePage } from "../page/message-page.tsx";
import type { Route } from "./+types/account-deleted";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: "Account deleted", description: "Your account was deleted.", unlisted: true });
}

export default function AccountDeleted() {
  return (
    <MessagePage title="Your account was deleted">
      <p className="text-soft">We sent you an email that says what was deleted, and what stays for how long.</p>
      <Button to={href("/")}>Continue shopping</Button>
    </MessagePage>
  );
}
