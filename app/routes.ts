import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("about", "routes/about.tsx"),
  route("contact", "routes/contact.tsx"),
  route("products", "routes/products.tsx"),
  route("products/:id", "routes/product.tsx"),
  route("cart", "routes/cart.tsx"),
  route("sign-in", "routes/sign-in.tsx"),
  route("sign-up", "routes/sign-up.tsx"),
  route("sign-out", "routes/sign-out.ts"),
  route("verify-email", "routes/verify-email.tsx"),
  route("verify-email/confirm", "routes/verify-email-confirm.ts"),
  route("verify-email/status", "routes/verify-email-status.ts"),
  route("reset-password", "routes/reset-password.tsx"),
  route("reset-password/request", "routes/reset-password-request.ts"),
  route("profile", "routes/profile.tsx"),
  route("profile/picture", "routes/profile-picture-upload.ts"),
  route("profile-pictures/:file", "routes/profile-picture.ts"),
  route("checkout", "routes/checkout.tsx"),
  route("order-confirmation/:orderNumber", "routes/order-confirmation.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
