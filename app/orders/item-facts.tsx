import type { ReactNode } from "react";
import type { Options } from "#shop/values/product-options.ts";
import { OptionsText } from "#ui/options-text.tsx";
import { Picture } from "#ui/picture.tsx";

interface ItemFactsProps {
  item: { title: string; options: Options; thumbnail: string };
  /** Further facts, below its options. */
  children?: ReactNode;
}

/** Picture, title and options of an item in a form: the first two cells of a grid. */
export function ItemFacts({ item: { title, options, thumbnail }, children }: ItemFactsProps) {
  return (
    <>
      <span className="aspect-square overflow-hidden rounded-lg bg-furniture">
        <Picture src={thumbnail} alt="" sizes="4rem" loading="eager" />
      </span>
      <div className="min-w-0 self-center">
        <p dir="auto" className="font-medium wrap-anywhere">
          {title}
        </p>
        <OptionsText options={options} />
        {children}
      </div>
    </>
  );
}
