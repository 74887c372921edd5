import { type KeyboardEvent, useRef, useState } from "react";

/**
 * A scroll-snapping row of pictures. `show` wins until the next touch or wheel, because a swipe that is still settling would otherwise
 * scroll the row back.
 */
export function usePictureStrip(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null);
  const asked = useRef<number | undefined>(undefined);
  const [shown, setShown] = useState(first);

  function show(index: number) {
    asked.current = index;
    setShown(index);
    moveTo(index);
  }

  function moveTo(index: number) {
    const row = strip.current;
    row?.scrollTo({ left: (index * row.scrollWidth) / count, behavior: "instant" });
  }

  function follow() {
    const row = strip.current;
    if (!row) return;
    const reached = Math.round((row.scrollLeft * count) / row.scrollWidth);
    if (asked.current === undefined) setShown(reached);
    else if (reached !== asked.current) moveTo(asked.current);
  }

  function letGo() {
    asked.current = undefined;
  }

  const rowProps = { ref: strip, onScroll: follow, onPointerDown: letGo, onWheel: letGo };
  return { strip, rowProps, shown, show };
}

/** The index an arrow key moves to; undefined for other keys and for the browser's Back and Forward shortcuts. */
export function pictureByKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, shown: number, count: number) {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === "ArrowLeft") return Math.max(shown - 1, 0);
  if (key === "ArrowRight") return Math.min(shown + 1, count - 1);
  return undefined;
}
