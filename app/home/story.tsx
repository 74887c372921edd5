import type { Appearance } from "#shop/appearance/appearance.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";

/** What an owner tells next to a picture. */
export function Story({ story: { title, text, picture, button } }: { story: Appearance["story"] }) {
  return (
    <section
      className={`mt-16 grid overflow-hidden rounded-2xl bg-hero text-on-tile ${picture ? "md:grid-cols-2" : ""}`}
    >
      {picture && (
        <div className="min-h-64 md:min-h-96">
          <Picture
            src={picture.address}
            alt={picture.text}
            sizes="(min-width: 100rem) 744px, (min-width: 80rem) 616px, (min-width: 48rem) 48vw, 92vw"
            shape="h-full max-md:aspect-3/2"
          />
        </div>
      )}
      <div className="self-center p-6 sm:p-10 lg:p-16">
        {title && <h2 className="mb-4 text-3xl">{title}</h2>}
        {text && <p className="typed-text max-w-md text-lg text-on-tile-soft">{text}</p>}
        {button && (
          <p className="mt-6">
            <Link to={button.link} prefetch="intent" className="button border border-on-tile px-7 hover:underline">
              {button.label}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

/** An owner's own words. */
export function OwnText({ text: { title, text } }: { text: Appearance["text"] }) {
  return (
    <section className="mt-16">
      {title && <h2 className="mb-4 text-3xl">{title}</h2>}
      {text && <p className="typed-text max-w-2xl text-soft">{text}</p>}
    </section>
  );
}
