import type { Appearance } from "#shop/appearance/appearance.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import { Prose } from "#ui/prose.tsx";

/** A part of the appearance with its text rendered. */
type Rendered<Part> = Omit<Part, "text"> & { html?: string };

/** What an owner tells next to a picture. */
export function Story({ story: { title, html, picture, button } }: { story: Rendered<Appearance["story"]> }) {
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
        {html && <Prose html={html} className="max-w-md text-lg text-on-tile-soft" />}
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
export function OwnText({ text: { title, html } }: { text: Rendered<Appearance["text"]> }) {
  return (
    <section className="mt-16">
      {title && <h2 className="mb-4 text-3xl">{title}</h2>}
      {html && <Prose html={html} className="text-soft" />}
    </section>
  );
}
