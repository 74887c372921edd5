import { Command } from "@commander-js/extra-typings";
import { checkIntegrity } from "#database/check-integrity.ts";
import { type AuditReport, auditShop } from "#shop/audit/audit-shop.ts";
import { checkProvider, comparedDays } from "#shop/audit/check-provider.ts";
import { describeDifference } from "#shop/audit/difference.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { openPayments } from "#shop/payments/registry.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import type { OpenShop } from "./command.ts";
import { terminalJson, terminalText } from "./print.ts";

/** Exits with 1 when anything differs. */
export const auditCommand = (open: OpenShop) =>
  new Command("audit")
    .description(
      "recompute all orders, payments, refunds and documents, and list what differs; the shop can keep running",
    )
    .option("--json", "as one JSON object")
    .action(async ({ json }) => {
      const shop = await open();
      await checkIntegrity(shop.connection);
      const report = await auditShop(shop.db);
      const provider = await compareWithProvider(shop, report);
      if (json) console.log(terminalJson({ ...report, provider }));
      else print(report, provider);
      if (report.differences.length > 0) process.exitCode = 1;
    });

/** Adds what differs at the payment providers. @returns whether all could be compared; "none" without any */
async function compareWithProvider({ db, settings, now }: ShopDatabase, report: AuditReport) {
  const payments = await openPayments(settings.providers);
  if (payments.size === 0) return "none";
  try {
    for (const provider of payments.values()) report.differences.push(...(await checkProvider(db, provider, now())));
    return "compared";
  } catch (error) {
    if (error instanceof PaymentUnreachableError) return "unreachable";
    throw error;
  }
}

const providerTexts = {
  none: [],
  compared: [`Compared with the payment provider: the last ${comparedDays} days`],
  unreachable: ["Not compared with the payment provider: it can't be reached"],
};

function print({ orders, documents, differences }: AuditReport, provider: keyof typeof providerTexts) {
  for (const difference of differences) console.log(terminalText(describeDifference(difference)));
  for (const line of providerTexts[provider]) console.log(line);
  console.log(`${count(orders, "order")}, ${count(documents, "document")}, ${count(differences.length, "difference")}`);
}

function count(number: number, name: string) {
  return `${number.toLocaleString("en-US")} ${name}${number === 1 ? "" : "s"}`;
}
