import { type IconOwner, ownIcons } from "#shop/appearance/shop-icon.ts";

/** The icon of browser tabs and home screens: the shop's own, or the sample's files. */
export function IconLinks(shop: IconOwner) {
  const own = ownIcons(shop)?.[0];
  if (own) {
    return (
      <>
        <link rel="icon" href={own.address} type={own.type} sizes={own.sizes} />
        {own.type === "image/png" && <link rel="apple-touch-icon" href={own.address} />}
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}
