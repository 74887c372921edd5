/** The links of the navigation bar and of the menu on small screens. */
export const mainPages = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Products" },
  { to: "/about", label: "About" },
  { to: "/contact", label: "Contact" },
] as const;
