/** Where there is no JavaScript: that items which someone else chose need it, in place of what does nothing then. Browsers with scripts needn't load the words. */
export function CartNeedsScripts() {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <p className="mt-2 max-w-prose text-soft">
          Turn on JavaScript to add these items, or add them one by one on their pages.
        </p>
      )}
    </noscript>
  );
}
