import { href } from "react-router";

/** What the menu doesn't lead to: other screens, files, and what the buttons of its screens begin. */
export const otherScreens: { to: string; label: string; otherNames?: string }[] = [
  { to: href("/products/new"), label: "Add product" },
  { to: href("/categories/new"), label: "Add category" },
  { to: href("/pages/new"), label: "Add page" },
  { to: href("/delivery/new"), label: "Add delivery option" },
  { to: href("/discounts/new"), label: "Add discount code" },
  { to: href("/products/import"), label: "Import and export products", otherNames: "csv shopify woocommerce" },
  { to: href("/customers/import"), label: "Import customers and orders", otherNames: "csv shopify woocommerce" },
  { to: href("/pick-list"), label: "Pick list" },
  { to: href("/bookkeeping"), label: "Bookkeeping", otherNames: "accounting reports analytics sales" },
  { to: href("/orders/earlier"), label: "Orders of the earlier shop" },
  { to: href("/taxes/abroad"), label: "Sales abroad", otherNames: "countries vat oss" },
  { to: href("/taxes/rates"), label: "Exchange rates" },
  { to: href("/backup"), label: "Download backup" },
  { to: href("/restore"), label: "Restore a backup", otherNames: "recovery" },
  { to: href("/settings.json"), label: "Export settings" },
  { to: href("/settings/import"), label: "Import settings" },
];
