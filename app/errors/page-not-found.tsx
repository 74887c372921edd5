import { href } from "react-router";
import { Button } from "#ui/button.tsx";
import { MessagePage } from "../page/message-page.tsx";
import { Cat } from "./cat.tsx";

export function NotFound() {
  return (
    <MessagePage title="Page not found" picture={<Cat className="size-64 max-w-full" />}>
      <p className="text-soft">
        Error 404: we couldn't find the page you're looking for. It may have moved, or the link may be wrong.
      </p>
      <Button to={href("/products")}>Browse products</Button>
    </MessagePage>
  );
}
