/** What the navigation bar and the menu on small screens lead to. */
export const mainPages = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Products" },
  { to: "/about", label: "About" },
  { to: "/contact", label: "Contact" },
] as const;
