import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/today.tsx"),
  route("orders", "routes/orders.tsx"),
  route("orders/:orderNumber", "routes/order.tsx"),
  route("products", "routes/products.tsx"),
  route("products.csv", "routes/products-file.ts", { id: "products-csv" }),
  route("products.json", "routes/products-file.ts", { id: "products-json" }),
  route("products/import", "routes/import-products.tsx"),
  route("products/new", "routes/new-product.tsx"),
  route("products/:id", "routes/product.tsx"),
  route("products/:id/edit", "routes/product.tsx", { id: "product-with-reserved-id" }),
  route("log", "routes/log.tsx"),
  route("sign-in-again", "routes/sign-in-again.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
