import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/today.tsx"),
  route("orders", "routes/orders.tsx"),
  route("orders.csv", "routes/orders-csv.ts"),
  route("orders/:orderNumber", "routes/order.tsx"),
  route("pick-list", "routes/pick-list.tsx"),
  route("packing-slips", "routes/packing-slips.tsx"),
  route("messages", "routes/messages.tsx"),
  route("messages/:messageId", "routes/message.tsx"),
  route("customers", "routes/customers.tsx"),
  route("customers/:uid", "routes/customer.tsx"),
  route("mails", "routes/mails.tsx"),
  route("log", "routes/log.tsx"),
  route("sign-in-again", "routes/sign-in-again.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
