import { data } from "react-router";
import { pageTemplates } from "#shop/content/page-templates.ts";
import { builtInPages, isBuiltIn, pageAddress, readPages } from "#shop/content/pages.ts";
import { openDecisions } from "#shop/text/markdown.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/page-list";

export async function loader({ context }: Route.LoaderArgs) {
  const all = await readPages(context.get(shopContext).db);
  const own = all.filter(({ slug }) => !isBuiltIn(slug));
  return data({
    pages: own.map(({ text, ...page }) => ({ ...page, decisions: openDecisions(text).length })),
    builtIn: builtInPages.map((page) => ({ ...page, isOwn: all.some(({ slug }) => slug === page.slug) })),
    templates: pageTemplates
      .filter(({ slug }) => !all.some((page) => page.slug === slug))
      .map(({ slug, title, description }) => ({ slug, title, description })),
  });
}

export default function Pages({ loaderData: { pages, builtIn, templates } }: Route.ComponentProps) {
  return (
    <Screen
      title="Pages"
      summary="Texts of your own, such as your terms of sale. Changes appear in the shop within a second."
      actions={<Button href="/owner/pages/new">Add page</Button>}
    >
      <Table
        caption="Pages"
        rows={pages}
        keyOf={({ slug }) => slug}
        empty="No pages yet."
        room="some"
        columns={[
          {
            name: "Title",
            isTitle: true,
            cell: ({ slug, title }) => (
              <a href={`/owner${pageAddress(slug)}`} className="text-link font-medium wrap-anywhere">
                {title}
              </a>
            ),
          },
          {
            name: "Address",
            cell: ({ slug, isPublic }) =>
              isPublic ? (
                <a href={pageAddress(slug)} className="text-link wrap-anywhere">
                  {pageAddress(slug)}
                </a>
              ) : (
                <span className="wrap-anywhere">{pageAddress(slug)}</span>
              ),
          },
          { name: "Public", cell: ({ isPublic, decisions }) => stateOf(isPublic, decisions) },
          { name: "In the footer", cell: ({ inFooter }) => (inFooter ? "Yes" : "No") },
        ]}
      />
      {templates.length > 0 && (
        <Part title="Start from a template">
          <ul className="grid gap-3">
            {templates.map(({ slug, title, description }) => (
              <li key={slug}>
                <a href={withQuery("/owner/pages/new", { template: slug })} className="text-link font-medium">
                  {title}
                </a>
                <span className="block text-sm text-soft">{description}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Legal guarantee">
        <p className="mb-4 text-soft">
          The EU's official notice about the legal guarantee, which products, the checkout and your terms show.
        </p>
        <Button href="/owner/legal-guarantee" look="quiet">
          Upload the notice
        </Button>
      </Part>
      <Part title="Texts on other pages">
        <ul className="grid gap-3">
          {builtIn.map(({ slug, title, hint, isOwn }) => (
            <li key={slug}>
              <a href={`/owner${pageAddress(slug)}`} className="text-link font-medium">
                {title}
              </a>
              <span className="block text-sm text-soft">
                {hint} {isOwn ? "Your own text." : "The sample's text."}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </Screen>
  );
}

function stateOf(isPublic: boolean, decisions: number) {
  if (isPublic) return "Yes";
  return decisions > 0 ? `No, ${decisions} open ${decisions === 1 ? "decision" : "decisions"}` : "No";
}
