import { iconAddress } from "#shop/settings/shop-icon.ts";

/** The browser tab's and home screen's icon: the sample's files, or the first letter of the shop's own name. */
export function IconLinks({ shopName }: { shopName: string }) {
  const own = iconAddress(shopName);
  if (own) return <link rel="icon" href={own} type="image/svg+xml" sizes="any" />;
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  );
}
