import { href, isRouteErrorResponse } from "react-router";
import { Button } from "#ui/button.tsx";
import { ErrorView } from "../errors/error-view.tsx";
import { MessagePage } from "../page/message-page.tsx";
import { isUnavailable } from "../page/unavailable.ts";

/** What an order's page shows when there is no such order, or it can't be read. */
export function OrderNotFound({ error }: { error: unknown }) {
  if (isUnavailable(error)) return <ErrorView />;
  const unknown = isRouteErrorResponse(error) && error.status === 404;
  return (
    <MessagePage title="Order Not Found">
      <p className="text-soft" role="alert">
        {unknown ? "Order not found" : "Failed to fetch order details"}
      </p>
      <Button to={href("/products")}>Back to Shop</Button>
    </MessagePage>
  );
}
