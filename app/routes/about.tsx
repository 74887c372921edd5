import { Picture } from "#ui/picture.tsx";
import { Prose } from "#ui/prose.tsx";
import { Sentence } from "#ui/sentence.tsx";
import { shopPictures } from "../catalog/shop-pictures.ts";
import { hasOwnText, pageMeta } from "../meta/page-meta.ts";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/about";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "About",
    description: hasOwnText(args, "about")
      ? "Who we are and what we stand for."
      : "Why we're named after a market square, what we stand for and where we're headed.",
  });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

const values = [
  {
    title: "Quality First",
    text: "We use what we sell. We sit in a chair for a month, and taste a honey next to three others, before it earns a place here.",
  },
  {
    title: "Customer Focus",
    text: "Clear prices, accurate stock and 30 days to change your mind. If something goes wrong, a real person makes it right.",
  },
  {
    title: "Global Reach",
    text: "Small makers deserve a big market. We bring what's made by fjords and in back streets to homes far from both.",
  },
];

export default function About() {
  const { shopName, texts } = useShop();
  if (texts?.about) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
        <h1 className="mb-8 text-5xl wrap-anywhere sm:text-6xl">
          <Sentence text={`About ${shopName}`} names={[shopName]} />
        </h1>
        <Prose html={texts.about} className="text-lg" />
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <header className="mt-4 grid overflow-hidden rounded-2xl bg-fragrances text-on-tile sm:mt-6 md:grid-cols-2">
        <div className="self-center px-6 py-12 sm:px-12 sm:py-16">
          <h1 className="text-5xl sm:text-6xl">
            <Sentence text={`About ${shopName}`} names={[shopName]} />
          </h1>
          <p className="mt-4 max-w-xl text-lg">
            Like a good market square: everything you need, and nothing that shouts.
          </p>
        </div>
        <Picture
          src={shopPictures.about}
          alt="A parcel tied with string on an oak table, next to a green perfume bottle and a candle"
          sizes="(min-width: 100rem) 744px, (min-width: 80rem) 616px, (min-width: 48rem) 48vw, 92vw"
          shape="aspect-3/2"
          loading="eager"
        />
      </header>
      <div className="mx-auto max-w-3xl">
        <section aria-labelledby="story" className="mt-16">
          <h2 id="story" className="mb-4 text-3xl">
            Our Story
          </h2>
          <div className="grid gap-y-4 text-lg">
            <p>
              “Torg” is Norwegian for market square: the place in the middle of town where the fishmonger sets up next
              to the perfumer, and the carpenter sells what he built over the winter.
            </p>
            <p>
              We missed a place like that online, so we brought together makers whose work we'd take home ourselves: a
              lipstick that lasts, a scent that lingers, an armchair for the next thirty years and tomatoes for tonight.
            </p>
          </div>
        </section>
        <section aria-labelledby="values" className="mt-16">
          <h2 id="values" className="mb-6 text-3xl">
            Our Values
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {values.map(({ title, text }) => (
              <li key={title} className="grid gap-2 py-6 sm:grid-cols-[12rem_1fr]">
                <h3 className="text-xl">{title}</h3>
                <p className="text-soft">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="mission" className="mt-16">
          <h2 id="mission" className="mb-4 text-3xl">
            Our Mission
          </h2>
          <p className="text-lg">
            To make shopping feel like a stroll across the square: short, bright and with something good in your bag.
          </p>
        </section>
      </div>
    </div>
  );
}
