import { data } from "react-router";
import { shownGuarantee } from "#shop/content/legal-guarantee.ts";
import { guaranteeTitle } from "#shop/values/legal-guarantee.ts";
import { cacheabilityContext } from "#web/cacheability.ts";
import { shopContext } from "#web/request-context.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { NotFound } from "../errors/page-not-found.tsx";
import { failedMeta, notFoundMeta, pageMeta } from "../meta/page-meta.ts";
import { WholeGuaranteeNotice } from "../page/guarantee-notice.tsx";
import type { Route } from "./+types/legal-guarantee";

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return failedMeta(args);
  if (!args.loaderData.guarantee) return notFoundMeta(args);
  return pageMeta(args, { title: guaranteeTitle, description: "What the law gives you if goods are faulty." });
}

export { publicPageHeaders as headers } from "#web/cacheability.ts";

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export function loader({ context }: Route.LoaderArgs) {
  const guarantee = shownGuarantee(context.get(shopContext).settings);
  if (guarantee) return { guarantee };
  context.get(cacheabilityContext).isFallback = true;
  return data({ guarantee: undefined }, { status: 404 });
}

export default function LegalGuarantee({ loaderData: { guarantee } }: Route.ComponentProps) {
  if (!guarantee) return <NotFound />;
  return (
    <article className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-8 text-4xl wrap-anywhere sm:text-5xl">{guaranteeTitle}</h1>
      <WholeGuaranteeNotice guarantee={guarantee} />
    </article>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Page not loaded" text="We couldn't load this page. Please try again." />;
}
