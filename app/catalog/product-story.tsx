import type { ShownProduct } from "#shop/catalog/product.ts";
import { Picture } from "#ui/picture.tsx";
import { Prose } from "#ui/prose.tsx";
import { useBackdrop } from "./category-backdrop.ts";

interface ProductStoryProps {
  product: ShownProduct;
  /** HTML, each with a heading. */
  parts: string[];
}

/** What a description tells below its headings, each part next to one of the product's further pictures or its own. */
export function ProductStory({ product: { images, category }, parts }: ProductStoryProps) {
  const backdrop = useBackdrop(category);
  if (parts.length === 0) return null;
  const pictures = images.slice(1);
  return (
    <div className="mt-12 grid gap-8">
      {parts.map((html, index) => {
        const picture = html.includes("<img ") ? undefined : pictures.shift();
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts never change
          <section key={index} className={picture ? "grid items-center gap-8 md:grid-cols-2 lg:gap-x-16" : ""}>
            {picture && (
              <div className={`overflow-hidden rounded-xl ${backdrop} ${index % 2 === 1 ? "md:order-last" : ""}`}>
                <Picture src={picture} alt="" sizes="(min-width: 100rem) 712px, (min-width: 48rem) 46vw, 92vw" />
              </div>
            )}
            <Prose html={html} className="text-lg" />
          </section>
        );
      })}
    </div>
  );
}
