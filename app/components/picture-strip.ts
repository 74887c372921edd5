import { type KeyboardEvent, useRef, useState } from "react";

/** A row of pictures as wide as itself: the browser swipes it, `show` moves it, and `follow` hears of either. */
export function usePictureStrip(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(first);

  function show(index: number) {
    setShown(index);
    const row = strip.current;
    row?.scrollTo({ left: (index * row.scrollWidth) / count, behavior: "instant" });
  }

  function follow() {
    const row = strip.current;
    if (row) setShown(Math.round((row.scrollLeft * count) / row.scrollWidth));
  }

  return { strip, shown, show, follow };
}

/** Which picture an arrow key asks for; undefined for other keys, and for those that the browser goes back and forward with. */
export function pictureByKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, shown: number, count: number) {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (key === "ArrowLeft") return Math.max(shown - 1, 0);
  if (key === "ArrowRight") return Math.min(shown + 1, count - 1);
  return undefined;
}
