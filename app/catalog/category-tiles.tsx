import { href } from "react-router";
import type { MenuCategory, ShopCategory } from "#shop/catalog/categories.ts";
import { backdropOf, categoryColors } from "#ui/category-colors.ts";
import { ArrowIcon } from "#ui/icons.tsx";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { useShop } from "../page/use-shop.ts";

type CategoryTile = ReturnType<typeof toTile> & Pick<MenuCategory, "children">;

/** What a tile needs. */
export function toTile({ slug, name, picture, color }: ShopCategory) {
  return { slug, name, picture, color };
}

/** The menu's categories on the home page. */
export function ShopByCategory({ categories }: { categories: CategoryTile[] }) {
  const { moreCategories } = useShop();
  const isBeside = categories.length === 1 || categories.length === 2;
  return (
    <section aria-labelledby="categories" className={`mt-16 ${isBeside ? "md:grid md:grid-cols-3 md:gap-x-6" : ""}`}>
      <h2 id="categories" className="mb-6 text-3xl">
        Shop by Category
      </h2>
      <CategoryTiles categories={categories} />
      {moreCategories && (
        <p className="mt-6">
          <Link to={href("/categories")} prefetch="intent" className="text-link">
            All categories
          </Link>
        </p>
      )}
    </section>
  );
}

interface CategoryTilesProps {
  categories: CategoryTile[];
  /** Rows of four; otherwise few tiles share the width. */
  inRowsOfFour?: boolean;
}

/** A tile for each category that links to its products. */
export function CategoryTiles({ categories, inRowsOfFour }: CategoryTilesProps) {
  const { grid, sizes, shape, endShape } = (!inRowsOfFour && layouts[categories.length]) || rowsOfFour;
  return (
    <ul className={`grid pairs gap-x-4 gap-y-8 md:gap-x-6 ${grid}`}>
      {categories.map((category, index) => (
        <li key={category.slug}>
          <Link
            to={`${href("/products")}?filter=${category.slug}`}
            prefetch="intent"
            className="group block rounded-xl"
          >
            <span
              className={`block overflow-hidden rounded-xl ${backdropOf(category.color ?? (category.picture ? null : lettersColor(index)))}`}
            >
              <TilePicture
                category={category}
                sizes={sizes}
                shape={index === categories.length - 1 ? (endShape ?? shape) : shape}
              />
            </span>
            <span className="mt-3 flex items-center justify-between gap-2 font-display text-xl group-hover:underline">
              {inRowsOfFour || categories.length > 4 ? (
                <span className="min-w-0 wrap-break-word max-sm:text-lg">{category.name}</span>
              ) : (
                <bdi>{category.name}</bdi>
              )}
              <ArrowIcon className="size-5 shrink-0" />
            </span>
          </Link>
          {category.children && (
            <ul className="mt-1 flex flex-wrap gap-x-4">
              {category.children.map(({ slug, name }) => (
                <li key={slug}>
                  <Link
                    to={`${href("/products")}?filter=${slug}`}
                    prefetch="intent"
                    className="text-link py-1.5 text-sm"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Letters are on different colors, after the sample's four. */
function lettersColor(index: number) {
  return categoryColors[(index + 4) % categoryColors.length]?.value;
}

interface TilePictureProps {
  category: CategoryTile;
  sizes: string;
  shape: string | undefined;
}

/** Without a picture, a large initial. */
function TilePicture({ category: { name, picture }, sizes, shape = "aspect-square" }: TilePictureProps) {
  if (picture) return <Picture src={picture} alt="" sizes={sizes} shape={shape} />;
  return (
    <span
      aria-hidden="true"
      className={`grid ${shape} place-items-center font-display text-7xl text-on-tile-soft select-none md:text-8xl`}
    >
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  );
}

interface Layout {
  grid: string;
  sizes: string;
  shape?: string;
  /** The last tile's shape, if it differs. */
  endShape?: string;
}

const rowsOfFour: Layout = {
  grid: "md:grid-cols-4",
  sizes: "(min-width: 100rem) 354px, (min-width: 80rem) 290px, (min-width: 48rem) 24vw, 46vw",
};

/** On phones, the last tile of an odd number fills its row. */
const wideEnd = "max-md:*:last:col-span-full";
const endShape = "aspect-2/1 md:aspect-square";

/** The heading has the first of three columns, so that one or two tiles are no larger than three would be. */
const besideHeading = "col-span-2 row-span-4";

/** By the number of tiles: the second of two unequal rows is centered. */
const layouts: Record<number, Layout> = {
  1: { grid: besideHeading, sizes: "(min-width: 48rem) 62vw, 92vw", shape: "aspect-3/2 md:aspect-2/1" },
  2: { grid: besideHeading, sizes: "(min-width: 48rem) 31vw, 46vw" },
  3: { grid: `md:grid-cols-3 ${wideEnd}`, sizes: "(min-width: 48rem) 31vw, 92vw", endShape },
  5: {
    grid: `md:grid-cols-6 md:*:col-span-2 md:*:nth-4:col-start-2 ${wideEnd}`,
    sizes: "(min-width: 48rem) 31vw, 92vw",
    endShape,
  },
  6: { grid: "md:grid-cols-3", sizes: "(min-width: 48rem) 31vw, 46vw" },
  7: {
    grid: `md:grid-cols-8 md:*:col-span-2 md:*:nth-5:col-start-2 ${wideEnd}`,
    sizes: "(min-width: 48rem) 24vw, 92vw",
    endShape,
  },
};
