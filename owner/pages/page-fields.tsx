import { builtInTextLimit, type PageFields as Fields, type PageField, pageLimits } from "#shop/content/page-form.ts";

import { Prose } from "#ui/prose.tsx";
import { CheckboxField, RedirectField, type ShownForm, TextAreaField, TextField } from "../forms/form-fields.tsx";
import { formMessageId } from "../screen/alert.tsx";

/** The fields' labels. */
export const pageLabels: Record<PageField, string> = {
  title: "Title",
  slug: "Address",
  description: "Description",
  text: "Text (Markdown)",
  inFooter: "In the footer",
  isPublic: "Public",
};

interface PageFieldsProps extends ShownForm<Fields> {
  /** The text as the shop would show it. */
  preview: string;
  /** Whether it is a page that every shop has, of which only the text changes. */
  isBuiltIn?: boolean;
  /** Whether the form led to the preview, and not to an error. */
  isPreviewed?: boolean;
}

/** The fields of the page form, with the preview next to the text. */
export function PageFields({ texts, errors, preview, isBuiltIn, isPreviewed, redirect }: PageFieldsProps) {
  const field = (name: Exclude<PageField, "inFooter" | "isPublic">) => ({
    name,
    label: pageLabels[name],
    error: errors[name],
    defaultValue: texts[name],
    maxLength: pageLimits[name],
  });
  return (
    <>
      {!isBuiltIn && (
        <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
          <TextField {...field("title")} required />
          <TextField {...field("slug")} hint="In the link: /pages/address. Leave empty to create it from the title." />
          <TextField {...field("description")} hint="For search engines and shared links" className="sm:col-span-2" />
        </div>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <TextAreaField
          {...field("text")}
          {...(isBuiltIn && { maxLength: builtInTextLimit })}
          rows={24}
          spellCheck
          hint="## for a heading, - for a list, **bold**, [text](/address) for a link. [[Double brackets]] mark what you still have to decide."
        />
        <section
          id={isPreviewed ? formMessageId : undefined}
          tabIndex={-1}
          aria-label="Preview"
          className="min-w-0 scroll-mt-4"
        >
          <h2 className="mb-1 font-sans text-sm font-medium tracking-normal">Preview</h2>
          <div className="rounded-lg border border-line p-4">
            {preview ? <Prose html={preview} /> : <p className="text-soft">Press Preview to see the page here.</p>}
          </div>
        </section>
      </div>
      {!isBuiltIn && (
        <div className="flex flex-wrap gap-x-8 gap-y-3">
          <CheckboxField
            name="inFooter"
            label={pageLabels.inFooter}
            defaultChecked={Boolean(texts.inFooter)}
            hint="A link at the end of every page"
          />
          <CheckboxField
            name="isPublic"
            label={pageLabels.isPublic}
            defaultChecked={Boolean(texts.isPublic)}
            error={errors.isPublic}
            hint="Otherwise only you can see it, here"
          />
          <RedirectField redirect={redirect} />
        </div>
      )}
    </>
  );
}
