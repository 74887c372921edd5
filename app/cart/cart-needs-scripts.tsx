/** Where there is no JavaScript: that the cart needs it, in place of what does nothing then. Browsers with scripts needn't load the words. */
export function CartNeedsScripts() {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <p className="mt-2 max-w-prose text-soft">
          Turn on JavaScript to use the cart. You can still browse without it.
        </p>
      )}
    </noscript>
  );
}
