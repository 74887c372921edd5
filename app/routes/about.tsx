import { Picture } from "../components/picture.tsx";
import { shopPictures } from "../components/shop-pictures.ts";
import { useShop } from "../frame/use-shop.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/about";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "About",
    description: "Why the shop is named after a market square, what it stands for, and where it wants to go.",
  });
}

export { publicPageHeaders as headers } from "#web/public-page.ts";

const values = [
  {
    title: "Quality First",
    text: "We use what we sell. A chair is sat in for a month and a honey tasted next to three others before it gets a place here.",
  },
  {
    title: "Customer Focus",
    text: "Clear prices, honest stock, and thirty days to change your mind. When something goes wrong, a person puts it right.",
  },
  {
    title: "Global Reach",
    text: "Small makers deserve a large market. We bring what is made in fjords and back streets to homes far away from both.",
  },
];

export default function About() {
  const { shopName } = useShop();
  return (
    <div className="mx-auto max-w-page px-4 sm:px-6">
      <header className="mt-4 grid overflow-hidden rounded-2xl bg-fragrances text-on-tile sm:mt-6 md:grid-cols-2">
        <div className="self-center px-6 py-12 sm:px-12 sm:py-16">
          <h1 className="text-5xl sm:text-6xl">About {shopName}</h1>
          <p className="mt-4 max-w-xl text-lg">A market square has everything you need and nothing that shouts.</p>
        </div>
        <Picture
          src={shopPictures.about}
          alt="A parcel tied with string on an oak table, beside a green perfume and a candle"
          sizes="(min-width: 80rem) 616px, (min-width: 48rem) 48vw, 92vw"
          shape="aspect-3/2"
          loading="eager"
        />
      </header>
      <div className="mx-auto max-w-3xl">
        <section aria-labelledby="story" className="mt-16">
          <h2 id="story" className="mb-4 text-3xl">
            Our Story
          </h2>
          <div className="space-y-4 text-lg">
            <p>
              “Torg” is the Norwegian word for a market square: the place in the middle of town where the fishmonger
              stands beside the perfumer, and the carpenter sells what the winter gave him time to build.
            </p>
            <p>
              We missed such a place online. So we gathered makers whose things we would carry home ourselves: a
              lipstick that stays, a scent that doesn’t, an armchair for thirty years, and the tomatoes for tonight.
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
            To make shopping feel like a good walk across the square: short, bright, and with something worth having in
            the bag.
          </p>
        </section>
      </div>
    </div>
  );
}
