import { formatNumber } from "#shop/values/written-numbers.ts";
import type { ListedWebhook } from "#shop/webhooks/webhooks.ts";
import { useFormats } from "#ui/formats.ts";

/** How a webhook is doing, in a few words. */
export function WebhookStatus({ offAt, failures, waiting }: Pick<ListedWebhook, "offAt" | "failures" | "waiting">) {
  const formats = useFormats();
  if (offAt !== null) return <span className="text-berry">Off</span>;
  const backlog = waiting > 0 ? `, ${formatNumber(waiting, formats)} waiting` : "";
  return failures > 0 ? <span className="text-berry">Failing{backlog}</span> : <span>On{backlog}</span>;
}
