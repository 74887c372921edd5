import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ArrowIcon, CloseIcon } from "#ui/icons.tsx";
import { Picture } from "#ui/picture.tsx";
import { pictureByKey, usePictureStrip } from "./picture-strip.ts";

export interface LargePicturesProps {
  title: string;
  pictures: string[];
  /** Of each picture; those of some may be empty or missing. */
  alts: string[];
  first: number;
  /** Gets the index of the last picture shown. */
  onClose: (last: number) => void;
}

const zoomedWidth = "max(1200px, min(150vw, 150vh))";

/** A full-screen dialog with zoom, open while it is mounted. */
export function LargePictures({ title, pictures, alts, first, onClose }: LargePicturesProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { rowProps, shown, show } = usePictureStrip(pictures.length, first);
  const [zoomed, setZoomed] = useState<number>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once
  useEffect(() => {
    dialog.current?.showModal();
    show(first);
  }, []);

  function turnTo(index: number) {
    setZoomed(undefined);
    show(index);
  }

  function turn(event: KeyboardEvent) {
    // While zoomed in, arrow keys scroll the picture.
    const next = zoomed === shown ? undefined : pictureByKey(event, shown, pictures.length);
    if (next === undefined) return;
    event.preventDefault();
    turnTo(next);
  }

  function zoom({ detail, clientX, clientY, currentTarget }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A press of Enter has no coordinates.
    const [x, y] = detail === 0 ? [0.5, 0.5] : [(clientX - left) / width, (clientY - top) / height];
    flushSync(() => setZoomed(zoomed === shown ? undefined : shown));
    const pane = currentTarget.parentElement;
    pane?.scrollTo(x * pane.scrollWidth - pane.clientWidth / 2, y * pane.scrollHeight - pane.clientHeight / 2);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Large pictures of ${title}`}
      className="large-pictures fixed inset-0 h-dvh max-h-none w-full max-w-none bg-paper text-ink"
      onKeyDown={turn}
      onClose={() => onClose(shown)}
    >
      <div className="absolute top-3 right-3 z-10 sm:top-4 sm:right-4">
        <RoundButton label="Close large pictures" onPress={() => dialog.current?.close()}>
          <CloseIcon />
        </RoundButton>
      </div>
      <ul {...rowProps} className="picture-strip flex size-full overflow-x-auto overflow-y-hidden">
        {pictures.map((picture, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may have the same picture twice, and the order never changes
            key={index}
            inert={index !== shown}
            className="@container-size flex w-full shrink-0 overflow-auto overscroll-contain"
          >
            <button
              type="button"
              aria-label={`Zoom in on picture ${index + 1}${alts[index] ? `: ${alts[index]}` : ""}`}
              aria-pressed={zoomed === index}
              className="m-auto block w-[min(100cqw,100cqh)] shrink-0 cursor-zoom-in -outline-offset-4 focus-visible:outline-tile-spruce aria-pressed:w-[max(1200px,min(150cqw,150cqh))] aria-pressed:cursor-zoom-out"
              onClick={zoom}
            >
              <Picture
                src={picture}
                alt=""
                sizes={zoomed === index ? zoomedWidth : `(min-width: 48rem) ${zoomedWidth}, 100vw`}
                loading="eager"
              />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <div className="absolute inset-x-0 bottom-4 flex items-center justify-center gap-4 sm:bottom-6">
          <RoundButton label="Previous picture" off={shown === 0} onPress={() => turnTo(shown - 1)}>
            <ArrowIcon className="size-5 rotate-180" />
          </RoundButton>
          <p aria-live="polite" className="rounded-full bg-paper/85 px-3 py-1 tabular-nums">
            {shown + 1} / {pictures.length}
          </p>
          <RoundButton label="Next picture" off={shown === pictures.length - 1} onPress={() => turnTo(shown + 1)}>
            <ArrowIcon className="size-5" />
          </RoundButton>
        </div>
      )}
    </dialog>
  );
}

interface RoundButtonProps {
  label: string;
  /** Disabled, but still focusable. */
  off?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function RoundButton({ label, off = false, onPress, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off}
      className="grid size-11 place-items-center rounded-full border border-line bg-raised hover:border-ink aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-ink/35"
      onClick={() => !off && onPress()}
    >
      {children}
    </button>
  );
}
