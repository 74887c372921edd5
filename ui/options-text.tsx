import { type Options, variantText } from "#shop/values/product-options.ts";

interface OptionsTextProps {
  options: Options;
  /** For staff alone. */
  sku?: string | null | undefined;
  id?: string | undefined;
  className?: string;
}

/** What tells a product from its siblings, on a line below its title; nothing for other products. */
export function OptionsText({ options, sku, id, className = "" }: OptionsTextProps) {
  const text = variantText({ options, sku });
  if (!text) return null;
  return (
    <span id={id} dir="auto" className={`block text-sm font-normal wrap-anywhere text-soft ${className}`}>
      {text}
    </span>
  );
}
