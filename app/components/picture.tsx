import type { ComponentPropsWithoutRef } from "react";

/** Backdrops belong to the four categories; other catalogs' categories take the furniture's, which is neutral. */
const backdrops: Record<string, string> = {
  beauty: "bg-beauty",
  fragrances: "bg-fragrances",
  furniture: "bg-furniture",
  groceries: "bg-groceries",
};

/** The backdrop on which a category shows its pictures. */
export function backdropOf(category: string) {
  return backdrops[category] ?? "bg-furniture";
}

interface PictureProps extends ComponentPropsWithoutRef<"img"> {
  src: string;
  alt: string;
  /** How wide the picture is shown, as the attribute of that name says it. */
  sizes: string;
  shape?: string;
  /** Pixels of the widest file that it is ever shown in; for small pictures of which a page has many. */
  largest?: number;
  /** Studio pictures to show in its place on some screens: the first whose `media` holds. */
  crops?: Crop[];
}

interface Crop {
  media: string;
  src: string;
  sizes: string;
}

/**
 * A picture, square unless `shape` says otherwise. The shop's own come in several widths and two formats; any other address is taken
 * as it is. One that doesn't load leaves its backdrop and its description.
 */
export function Picture({
  src,
  sizes,
  alt,
  largest,
  shape = "aspect-square",
  className = "",
  crops,
  ...image
}: PictureProps) {
  const own = ownPicture(src);
  const element = (
    <img
      key={src}
      width={800}
      height={800}
      // What is on the first screen comes with it, not after the scripts.
      decoding={image.fetchPriority === "high" ? "sync" : "async"}
      loading="lazy"
      {...image}
      ref={blur}
      sizes={own && sizes}
      srcSet={own && widthsOf(src, "webp", largest)}
      src={src}
      alt={alt}
      className={`${shape} size-full object-cover text-sm text-on-tile ${className}`}
    />
  );
  if (!own) return element;
  return (
    <picture>
      {crops?.map((crop) =>
        (["avif", "webp"] as const).map((format) => (
          <source
            key={crop.media + format}
            media={crop.media}
            type={`image/${format}`}
            srcSet={widthsOf(crop.src, format)}
            sizes={crop.sizes}
          />
        )),
      )}
      <source type="image/avif" srcSet={widthsOf(src, "avif", largest)} sizes={sizes} />
      {element}
    </picture>
  );
}

/** What the names of a studio picture's files begin with; undefined where the picture isn't the studio's. */
export function ownPicture(src: string) {
  return /^(\/pictures\/[^?]+)-800\.webp(\?|$)/.exec(src)?.[1];
}

/** The address of a picture in the largest size that all of the studio's have. */
export function largestPicture(src: string) {
  const own = ownPicture(src);
  return own ? `${own}-1200.webp` : src;
}

/** A studio picture's files. Its address names the widest where that is wider than usual. */
function widthsOf(src: string, format: "avif" | "webp", largest = Number.POSITIVE_INFINITY) {
  const widest = Math.min(largest, Number(/[?&]widest=(\d+)/.exec(src)?.[1] ?? 1200));
  const widths = [400, 800, 1200, 1600, 2400].filter((width) => width <= widest);
  return widths.map((width) => `${ownPicture(src)}-${width}.${format} ${width}w`).join(", ");
}

/** Each picture is blurred in a turn of its own, if it hasn't come by then: all at once they would keep the page from answering. */
function blur(image: HTMLImageElement | null) {
  if (image && !image.complete) setTimeout(drawThumbhash, 0, image);
}

/** Fills a picture that hasn't come yet with the blurred one in its address (https://evanw.github.io/thumbhash/). */
async function drawThumbhash(image: HTMLImageElement) {
  const hash = new URL(image.src).searchParams.get("thumbhash");
  if (image.complete || !hash) return;
  try {
    const { thumbHashToDataURL } = await import("thumbhash");
    if (image.complete) return;
    const bytes = Uint8Array.from(atob(hash.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    image.style.background = `center / cover url(${thumbHashToDataURL(bytes)})`;
  } catch {
    // An address that somebody else wrote, or a lost network: the picture does without.
  }
}
