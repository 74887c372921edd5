import * as v from "valibot";

/** Who may read the feeds: everybody, programs that have the address with its key, or nobody. */
export const feedAccesses = ["public", "key", "off"] as const;

/** Feeds say what the shop's pages say, so they begin public. See docs/decisions/0274. */
export const feedForm = v.object({ access: v.optional(v.picklist(feedAccesses, "Choose from the list"), "public") });

export type FeedFields = v.InferOutput<typeof feedForm>;

/** How the feeds are read. */
export interface FeedSettings {
  access: FeedFields["access"];
  /** What addresses have where only programs that know it may read; undefined until it was needed. */
  key?: string;
}
