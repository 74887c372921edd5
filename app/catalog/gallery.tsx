import { type ComponentType, type KeyboardEvent, type MouseEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { ShownProduct } from "#shop/catalog/product.ts";
import { largestPicture } from "#shop/pictures/own-picture.ts";
import { Icon, type IconProps } from "#ui/icons.tsx";
import { Picture } from "#ui/picture.tsx";
import { useBackdrop } from "./category-backdrop.ts";
import type { LargePicturesProps } from "./large-pictures.tsx";
import { pictureByKey, usePictureStrip } from "./picture-strip.ts";

/**
 * A strip of pictures to swipe, with thumbnails, arrow keys and a large view. Only the current picture has a description, so that
 * screen readers announce one. Without JavaScript the strip scrolls, and each picture links to its file.
 */
export function Gallery({ product: { title, thumbnail, images, imageAlts, category } }: { product: ShownProduct }) {
  const pictures = images.length > 0 ? images : [thumbnail];
  const alts = images.length > 0 ? (imageAlts ?? []) : [];
  const { strip, rowProps, shown, show } = usePictureStrip(pictures.length);
  const [Large, setLarge] = useState<ComponentType<LargePicturesProps>>();
  const others = useLoadingOnceHydrated();
  const backdrop = useBackdrop(category);

  function turn(event: KeyboardEvent) {
    const next = pictureByKey(event, shown, pictures.length);
    if (next === undefined) return;
    event.preventDefault();
    flushSync(() => show(next));
    const item = (event.target as Element).closest("li");
    focusIn(item?.parentElement?.children[next]);
  }

  function enlarge(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget as HTMLAnchorElement;
    import("./large-pictures.tsx").then(
      ({ LargePictures }) => setLarge(() => LargePictures),
      () => location.assign(href),
    );
  }

  function leaveLarge(last: number) {
    flushSync(() => {
      setLarge(undefined);
      show(last);
    });
    focusIn(strip.current?.children[last]);
  }

  return (
    <>
      <section
        aria-label="Pictures"
        className="flex min-w-0 flex-col gap-3 [--choice:min(4rem,18cqw)] sm:[--choice:5rem] side-by-side:flex-row-reverse"
        onKeyDown={turn}
      >
        <ul
          {...rowProps}
          // As wide as it will be, also while a slow network has only brought it and not yet the buttons.
          className={`picture-strip shown-product flex min-w-0 grow self-start overflow-x-auto overflow-y-hidden rounded-xl side-by-side:max-w-[calc(100%-var(--choice)-0.75rem)] ${backdrop}`}
        >
          {pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may have the same picture twice, and the order never changes
            <li key={index} className="w-full shrink-0" inert={index !== shown}>
              <a
                href={largestPicture(picture)}
                data-replay="true"
                aria-label={`Enlarge picture ${index + 1} of ${pictures.length}${alts[index] ? `: ${alts[index]}` : ""}`}
                className="group relative block cursor-zoom-in -outline-offset-4 focus-visible:rounded-xl focus-visible:outline-tile-spruce"
                onClick={enlarge}
              >
                <Picture
                  src={picture}
                  alt={index === shown ? alts[index] || title : ""}
                  sizes="(min-width: 100rem) 722px, (min-width: 80rem) 492px, (min-width: 48rem) 45vw, 92vw"
                  loading={index === 0 ? "eager" : others}
                  fetchPriority={index === 0 ? "high" : "low"}
                />
                <span className="absolute right-3 bottom-3 grid size-10 place-items-center rounded-full bg-white/75 text-on-tile group-hover:bg-white">
                  <ExpandIcon className="size-5" />
                </span>
              </a>
            </li>
          ))}
        </ul>
        <ul className="flex flex-wrap gap-3 side-by-side:flex-col">
          {pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={index}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1} of ${pictures.length}`}
                aria-current={index === shown}
                className={`block aspect-square w-(--choice) overflow-hidden rounded-lg picture-choice ${backdrop}`}
                onClick={() => show(index)}
              >
                <Picture src={picture} alt="" sizes="5rem" />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {Large && <Large title={title} pictures={pictures} alts={alts} first={shown} onClose={leaveLarge} />}
    </>
  );
}

/** Pictures after the first one load once the page is hydrated, before shoppers swipe to them. */
function useLoadingOnceHydrated() {
  const [loading, setLoading] = useState<"lazy" | "eager">("lazy");
  useEffect(() => setLoading("eager"), []);
  return loading;
}

function focusIn(item: Element | undefined) {
  item?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
}

function ExpandIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M14 4.5h5.5V10M10 19.5H4.5V14M19.5 4.5L13.5 10.5M4.5 19.5l6-6" />
    </Icon>
  );
}
