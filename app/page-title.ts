interface Match {
  id: string;
  loaderData?: unknown;
}

/** A page's title with the shop's name behind it, for `meta`. */
export function pageTitle(matches: readonly (Match | undefined)[], title?: string) {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { shopName: string } | undefined;
  const shopName = root?.shopName ?? "Torg";
  return { title: title ? `${title} – ${shopName}` : shopName };
}
