import * as v from "valibot";

/** Who may read the feeds: everyone, programs that know the key, or no one. */
export const feedAccesses = ["public", "key", "off"] as const;

/** Feeds say what the shop's pages say, so they begin public. See docs/decisions/0274. */
export const feedForm = v.object({ access: v.optional(v.picklist(feedAccesses, "Choose from the list"), "public") });

export type FeedFields = v.InferOutput<typeof feedForm>;

/** How the feeds are read. */
export interface FeedSettings {
  access: FeedFields["access"];
  /** Part of the feeds' addresses while access needs it; undefined until it is first needed. */
  key?: string;
}
