import { ownIcons } from "#shop/appearance/shop-icon.ts";
import { menuCategories, tagline } from "#shop/catalog/categories.ts";
import { shopContext } from "#web/request-context.ts";
import type { Route } from "./+types/web-manifest";

const sampleIcons = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
  { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
];
const paper = "#fbf9f5";

/** The shop's name and icons on a home screen. */
export function loader({ context }: Route.LoaderArgs) {
  const { shopName: name, categories, appearance } = context.get(shopContext).settings;
  const own = ownIcons({ shopName: name, ...appearance });
  const manifest = {
    name,
    short_name: name,
    description: tagline(menuCategories(categories)) || name,
    id: "/",
    start_url: "/",
    display: "standalone",
    theme_color: paper,
    background_color: paper,
    icons: own?.map(({ address: src, ...icon }) => ({ src, ...icon, purpose: "any maskable" })) ?? sampleIcons,
  };
  return Response.json(manifest, {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
