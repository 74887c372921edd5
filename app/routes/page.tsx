import { data } from "react-router";
import { isBuiltIn, pageAddress, readPage } from "#shop/content/pages.ts";
import { renderPage } from "#shop/content/render-page.ts";
import { guaranteeTitle } from "#shop/values/legal-guarantee.ts";
import { Prose } from "#ui/prose.tsx";
import { cacheabilityContext } from "#web/cacheability.ts";
import { askedQueryContext, shopContext } from "#web/request-context.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { NotFound } from "../errors/page-not-found.tsx";
import { notFoundMeta, pageMeta } from "../meta/page-meta.ts";
import { followRedirect } from "../navigation/follow-redirect.server.ts";
import { WholeGuaranteeNotice } from "../page/guarantee-notice.tsx";
import { useShop } from "../page/use-shop.ts";
import type { Route } from "./+types/page";

export function meta(args: Route.MetaArgs) {
  if (args.loaderData === undefined) return pageMeta(args, { description: "" });
  const { page } = args.loaderData;
  if (!page) return notFoundMeta(args);
  return pageMeta(args, { title: page.title, description: page.description || page.title, address: page.address });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

/** @throws a redirect if this is an old address */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const page = isBuiltIn(params.slug) ? undefined : await readPage(db, params.slug);
  if (!page?.isPublic) {
    await followRedirect(db, url.pathname + context.get(askedQueryContext));
    context.get(cacheabilityContext).isFallback = true;
    return data({ page: undefined }, { status: 404 });
  }
  const { slug, title, description, text } = page;
  return { page: { title, description, address: pageAddress(slug), html: await renderPage(db, text) } };
}

export default function Page({ params, loaderData: { page } }: Route.ComponentProps) {
  const { guarantee } = useShop();
  if (!page) return <NotFound />;
  return (
    <article className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-8 text-4xl hyphens-auto wrap-anywhere sm:text-5xl">{page.title}</h1>
      <Prose html={page.html} />
      {guarantee && params.slug === "terms" && (
        <section aria-labelledby="guarantee" className="mt-12">
          <h2 id="guarantee" className="mb-4 text-3xl">
            {guaranteeTitle}
          </h2>
          <WholeGuaranteeNotice guarantee={guarantee} />
        </section>
      )}
    </article>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Page not loaded" text="We couldn't load this page. Please try again." />;
}
