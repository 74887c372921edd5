import { CopyError } from "#database/copy-tables.ts";
import { errorCode } from "#database/error-code.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { ConfigError, readConfig } from "#server/process/config.ts";
import { openConfigured } from "#server/process/open-configured.ts";
import { CatalogFileError } from "#shop/catalog/catalog-file.ts";
import { StockError } from "#shop/catalog/change-stock.ts";
import { openDatabase } from "#shop/open-database.ts";
import { PaymentUnderWayError } from "#shop/orders/cancel-order.ts";
import { OrderUnknownError } from "#shop/orders/order-events.ts";
import { StepRefusedError } from "#shop/orders/order-life.ts";
import { ProviderMissingError } from "#shop/orders/read-payment.ts";
import { RefundError } from "#shop/orders/refund-order.ts";
import { PaymentUnreachableError } from "#shop/payments/payment-provider.ts";
import { CommandError, UsageError } from "./command-error.ts";
import { commands } from "./commands.ts";
import { terminalText } from "./terminal-text.ts";

const usage = `Usage: npm run shop -- COMMAND

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  .join("\n")}`;

/** Errors whose message is all that the owner has to know. */
const forTheOwner = [
  CommandError,
  ConfigError,
  CopyError,
  DatabaseUnavailableError,
  StepRefusedError,
  OrderUnknownError,
  PaymentUnderWayError,
  PaymentUnreachableError,
  ProviderMissingError,
  RefundError,
  StockError,
];

// Whoever reads has seen enough, as `head` has.
process.stdout.once("error", (error) => process.exit(errorCode(error) === "EPIPE" ? 0 : 1));

const [name = "", ...args] = process.argv.slice(2);
try {
  if (!Object.hasOwn(commands, name)) throw new UsageError(name ? `There is no command "${name}"` : "Which command?");
  const config = readConfig(process.env);
  const shop = await openConfigured(config, () => openDatabase(config, console.error));
  await commands[name as keyof typeof commands].run(shop, args);
  await shop.db.destroy();
} catch (error) {
  const misused = error instanceof UsageError || errorCode(error)?.startsWith("ERR_PARSE_ARGS");
  const known = misused || forTheOwner.some((kind) => error instanceof kind);
  if (error instanceof CatalogFileError) tellProblems(error);
  else console.error(known ? terminalText((error as Error).message) : error);
  if (misused) console.error(usage);
  process.exit(1);
}

/** A line for each product that can't be imported. */
function tellProblems({ problems, others }: CatalogFileError) {
  for (const problem of problems) console.error(terminalText(problem));
  if (others > 0) console.error(`and ${others} more`);
}
