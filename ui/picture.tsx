import type { ComponentPropsWithoutRef } from "react";
import { ownPicture, pictureWidths, sizeInAddress } from "#shop/pictures/own-picture.ts";

interface PictureProps extends ComponentPropsWithoutRef<"img"> {
  src: string;
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  shape?: string;
  /** Width of the largest file to offer, in pixels. Set it for small pictures. */
  largest?: number;
  /** Studio pictures for some screens: the first whose `media` matches replaces the picture. */
  crops?: Crop[];
}

interface Crop {
  media: string;
  src: string;
  sizes: string;
}

/**
 * A picture, square unless `shape` says otherwise; "" keeps its own shape. The shop's own pictures have several widths and two formats; other URLs are used
 * unchanged. A picture that doesn't load is replaced (`failed-picture.ts`).
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
  const { width, height } = sizeInAddress(src) ?? { width: 800, height: 800 };
  const element = (
    <img
      key={src}
      width={width}
      height={height}
      // Pictures on the first screen decode synchronously, so that they paint with it.
      decoding={image.fetchPriority === "high" ? "sync" : "async"}
      loading="lazy"
      {...image}
      ref={blur}
      sizes={own && sizes}
      srcSet={own && pictureWidths(src, "webp", largest)}
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
            srcSet={pictureWidths(crop.src, format)}
            sizes={crop.sizes}
          />
        )),
      )}
      <source type="image/avif" srcSet={pictureWidths(src, "avif", largest)} sizes={sizes} />
      {element}
    </picture>
  );
}

/** Draws the placeholder of a picture that isn't there when it comes into view, each in its own task, because all at once would block the page. */
function blur(image: HTMLImageElement | null) {
  if (!image || image.complete) return;
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    setTimeout(drawThumbhash, 0, image);
  });
  seen.observe(image);
  return () => seen.disconnect();
}

/** Draws the blurred placeholder in a picture's URL until it loads (https://evanw.github.io/thumbhash/). See docs/decisions/0042. */
async function drawThumbhash(image: HTMLImageElement) {
  const { src } = image;
  const hash = new URL(src).searchParams.get("thumbhash");
  if (image.complete || !hash) return;
  try {
    const { thumbHashToDataURL } = await import("thumbhash");
    if (image.complete || image.src !== src) return;
    const bytes = Uint8Array.from(atob(hash.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    image.addEventListener("error", () => image.style.removeProperty("background"));
    image.style.background = `center / cover url(${thumbHashToDataURL(bytes)})`;
  } catch {
    // Invalid hash or lost network: show no placeholder.
  }
}
