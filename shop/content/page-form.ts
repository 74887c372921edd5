import * as v from "valibot";
import { atMost, checkbox, typedText } from "../forms/form-rules.ts";
import { normalizeNewlines } from "../forms/validate.ts";
import { cleanText } from "../text/clean-text.ts";
import { openDecisions } from "../text/markdown.ts";
import { slugOf } from "../text/slug.ts";

export const pageLimits = { title: 80, slug: 60, description: 160, text: 50_000 } as const;

/** Every page carries these texts. */
export const builtInTextLimit = 5000;

/** A page's text keeps soft hyphens and the like: they say where long words may break. */
function pageText(limit: number) {
  return v.pipe(
    v.optional(v.string(), ""),
    v.transform((typed) => (cleanText(typed) === "" ? "" : normalizeNewlines(typed))),
    v.trim(),
    atMost(limit),
  );
}

/** The form of a page. An empty address is made from the title. */
export const pageForm = v.pipe(
  v.object({
    title: v.pipe(typedText(pageLimits.title), v.nonEmpty("Enter a title")),
    slug: v.pipe(
      typedText(pageLimits.slug),
      v.check(
        (slug) => slug === "" || slug === slugOf(slug),
        `Use lowercase letters, digits and single hyphens, at most ${pageLimits.slug} characters`,
      ),
    ),
    description: typedText(pageLimits.description),
    text: v.pipe(pageText(pageLimits.text), v.nonEmpty("Enter a text")),
    inFooter: checkbox,
    isPublic: checkbox,
  }),
  v.transform((form) => ({ ...form, slug: form.slug || slugOf(form.title) })),
  v.forward(
    v.partialCheck(
      [["isPublic"], ["text"]],
      ({ isPublic, text }) => !isPublic || openDecisions(text).length === 0,
      "The text still has decisions in [[double brackets]]. Replace them before the page can be public.",
    ),
    ["isPublic"],
  ),
);

/** The form of a page that every shop has. An empty text brings the sample's back. */
export const builtInPageForm = v.object({ text: pageText(builtInTextLimit) });

export type PageFields = v.InferOutput<typeof pageForm>;
export type PageField = keyof PageFields;
