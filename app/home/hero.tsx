import { href } from "react-router";
import type { Appearance } from "#shop/appearance/appearance.ts";
import { tagline } from "#shop/catalog/categories.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { shopPictures } from "../catalog/shop-pictures.ts";
import { useShop } from "../page/use-shop.ts";

const heroCrops = [
  { media: "(min-width: 80rem)", src: shopPictures.hero.wide, sizes: "(min-width: 100rem) 1488px, 1232px" },
  { media: "(min-width: 48rem)", src: shopPictures.hero.tablet, sizes: "95vw" },
];

type HeroProps = { hero: Appearance["hero"] };

/**
 * The first thing on the home page: on the sample's picture, next to the owner's, or without one. Words and picture share a row where
 * half of it has room for words of the browser's size. See docs/decisions/0044.
 */
export function Hero({ hero }: HeroProps) {
  const { picture } = hero;
  if (picture) {
    return (
      <section className="mt-4 grid overflow-hidden rounded-2xl bg-hero text-on-tile sm:mt-6 @min-[45rem]:grid-cols-2">
        <div className="self-center p-6 pt-10 sm:p-10 @min-[61rem]:p-16">
          <HeroWords hero={hero} />
        </div>
        <div className="min-h-64 max-md:order-first md:min-h-96">
          <Picture
            src={picture.address}
            alt={picture.text}
            sizes="(min-width: 100rem) 744px, (min-width: 80rem) 616px, (min-width: 48rem) 48vw, 92vw"
            shape="h-full max-md:aspect-3/2"
            loading="eager"
            fetchPriority="high"
          />
        </div>
      </section>
    );
  }
  if (picture === null) {
    return (
      <section className="mt-4 rounded-2xl bg-hero p-6 text-on-tile sm:mt-6 sm:p-10 @min-[61rem]:p-16">
        <HeroWords hero={hero} />
      </section>
    );
  }
  return (
    <section className="relative mt-4 overflow-hidden rounded-2xl bg-hero text-on-tile sm:mt-6 wide:flex wide:min-h-176 wide:items-center">
      <div className="relative z-10 p-6 pt-10 sm:p-10 @min-[45rem]:w-1/2 @min-[45rem]:py-20 @min-[61rem]:w-5/12 @min-[61rem]:p-16 @min-[61rem]:py-28">
        <HeroWords hero={hero} />
      </div>
      <Link to={href("/contact")} className="block @min-[45rem]:absolute @min-[45rem]:inset-x-0 @min-[45rem]:bottom-0">
        <Picture
          src={shopPictures.hero.phone}
          alt="Perfume, lipstick, honey, lemons and an armchair in the morning sun. Contact us"
          sizes="92vw"
          crops={heroCrops}
          shape="aspect-square md:aspect-4/3 xl:aspect-2/1"
          className="hero-picture"
          loading="eager"
          fetchPriority="high"
        />
      </Link>
    </section>
  );
}

function HeroWords({ hero: { badge, title, text, buttons } }: HeroProps) {
  const { shopName, categories } = useShop();
  const [first, second] = buttons;
  const heading = title ?? `Good things, gathered at ${shopName}`;
  const list = tagline(categories);
  return (
    <>
      {badge !== null && (
        <p
          dir="auto"
          className="mb-5 inline-block rounded-full bg-tile-spruce px-3 py-1 text-sm font-semibold text-white"
        >
          {badge ?? "Best Deals"}
        </p>
      )}
      <h1 className={`mb-4 ${headingSize(heading)}`}>{heading}</h1>
      <p dir="auto" className="mb-8 max-w-md text-lg text-on-tile-soft">
        {text ??
          (list ? (
            <Sentence text={`${list} from makers who take their time.`} names={[list]} />
          ) : (
            "From makers who take their time."
          ))}
      </p>
      <p className="flex flex-wrap gap-3">
        <Link
          to={first?.link ?? href("/products")}
          prefetch="intent"
          className="button bg-tile-spruce px-7 text-white hover:bg-tile-spruce-deep"
        >
          {first?.label ?? "Shop Now"}
        </Link>
        <Link
          to={second?.link ?? `${href("/products")}?filter=onSale`}
          prefetch="intent"
          className="button border border-on-tile px-7 hover:underline"
        >
          {second?.label ?? "View Deals"}
        </Link>
      </p>
    </>
  );
}

/** Long words and long headings get smaller, so that no word has to be broken. */
function headingSize(heading: string) {
  const longestWord = Math.max(...heading.split(/[\s-]+/).map((word) => word.length));
  if (longestWord > 18) return "text-3xl wrap-anywhere lg:text-4xl";
  return longestWord > 12 || heading.length > 45 ? "text-4xl wrap-anywhere lg:text-5xl" : "text-5xl lg:text-6xl";
}
