import { catalogRecord } from "./catalogs.ts";

export const sizes = ["S", "M", "L", "XL"];
const colors = ["Black", "Blue"];

/** Pictures of the sample's categories, by which tests tell the colors apart. */
export const pictureOf = (color: string) => `/pictures/${color === "Blue" ? "beauty" : "furniture"}/main-800.webp`;

/** Thirty products of a clothing shop in two colors and four sizes: 240 variants. Blue costs $5 more. */
export const clothes = Array.from({ length: 30 }, (_, style) =>
  colors.flatMap((color) =>
    sizes.map((size) =>
      catalogRecord({
        id: `style-${style}-${color}-${size}`.toLowerCase(),
        title: `${["Rain jacket", "Soft tee", "Wool sock"][style % 3]} ${style}`,
        description: "Made to last.",
        category: "clothing",
        brand: style < 15 ? "Lyng" : "Nord",
        tags: ["new"],
        group: `style-${style}`,
        options: { Size: size, Colour: color },
        price: 20 + style + (color === "Blue" ? 5 : 0),
        thumbnail: pictureOf(color),
        images: [pictureOf(color)],
        rating: style === 7 ? 5 : 4,
        discountPercentage: 0,
        sku: `ST-${style}-${color.slice(0, 2)}-${size}`.toUpperCase(),
        gtin: String(7_038_010_000_000 + style * 100 + colors.indexOf(color) * 10 + sizes.indexOf(size)),
      }),
    ),
  ),
).flat();
