import { type MetaArgs, pageMeta } from "./page-meta.ts";
import { breadcrumbs } from "./structured-data.ts";

interface ListFacts {
  title: string;
  description: string;
  address: string;
  isEmpty: boolean;
}

/** The head of a product list. */
export function listMeta(args: MetaArgs, { title, description, address, isEmpty }: ListFacts) {
  const products = { name: "Products", address: "/products" };
  return pageMeta(args, {
    title,
    description,
    address,
    unlisted: isEmpty,
    more: (shop) => [
      breadcrumbs(shop, address === products.address ? [products] : [products, { name: title, address }]),
    ],
  });
}
