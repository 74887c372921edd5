export { Breadcrumb } from "./breadcrumb.tsx";
export { MoreProducts } from "./more-products.tsx";
export { ProductDetails, ProductSafety } from "./product-details.tsx";
export { ProductStory } from "./product-story.tsx";
export { PurchaseTerms } from "./purchase-terms.tsx";
export { ShareProduct } from "./share-product.tsx";
