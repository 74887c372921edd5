import type { FeedFields } from "#shop/feeds/feed-access.ts";
import type { DescribedFields } from "../forms/described-fields.tsx";

const accesses: { value: FeedFields["access"]; label: string }[] = [
  { value: "public", label: "Public" },
  { value: "key", label: "Only with the key" },
  { value: "off", label: "Off" },
];

/** The fields of the feeds' settings. */
export const feedFields: DescribedFields<keyof FeedFields> = {
  access: {
    label: "Who can read them",
    as: "select",
    options: accesses,
    hint: "Feeds say what your product pages say. With the key, they also announce scheduled sales that have an end.",
  },
};
