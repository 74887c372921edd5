/** The classes of a line's parts. A page draws lines before it is hydrated (`early-cart.ts`), and they stay where they are when it is. */
export const lineLayout = {
  list: "@container divide-y divide-line border-y border-line",
  line: "grid grid-cols-[min(5rem,25cqw)_minmax(0,1fr)] gap-x-4 @max-[11rem]:grid-cols-[15cqw_minmax(0,1fr)] @max-[11rem]:gap-x-2 gap-y-3 py-5 sm:@[23rem]:grid-cols-[6rem_minmax(0,1fr)_auto]",
  picture: "col-start-1 row-span-4 row-start-1 block aspect-square self-start overflow-hidden rounded-lg bg-furniture",
  name: "col-start-2 row-start-1 min-w-0 justify-self-start",
  link: "font-medium wrap-anywhere hover:underline",
  note: "col-start-2 row-start-3 -mt-3 min-h-5 text-sm text-soft tabular-nums after:content-[attr(data-note)] sm:@[23rem]:row-start-2",
  each: "mr-1 *:text-[min(1em,6vw)]",
  price:
    "col-start-2 row-start-2 -mt-2 text-lg *:text-[min(1em,6vw)] sm:@[23rem]:col-start-3 sm:@[23rem]:row-start-1 sm:@[23rem]:mt-0 sm:@[23rem]:text-right",
  controls:
    "col-start-2 row-start-4 flex flex-wrap items-center gap-x-4 gap-y-2 @max-[18rem]:col-span-2 @max-[18rem]:col-start-1 sm:@[23rem]:col-end-4 sm:@[23rem]:row-start-3",
};
