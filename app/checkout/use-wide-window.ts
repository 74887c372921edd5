import { useSyncExternalStore } from "react";

/** Tailwind's `lg`: the summary is next to the form. */
const wide = "(width >= 64rem)";

/** Whether the window has room for form and summary next to each other. */
export function useWideWindow() {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => matchMedia(wide).matches,
    () => false,
  );
}
