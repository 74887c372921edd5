import { CopyError } from "#database/copy-tables.ts";
import { errorCode } from "#database/error-code.ts";
import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { ConfigError, readConfig } from "#server/process/config.ts";
import { openConfigured } from "#server/process/open-configured.ts";
import { CatalogFileError } from "#shop/catalog/catalog-file.ts";
import { StockError } from "#shop/catalog/change-stock.ts";
import { PaymentUnderWayError } from "#shop/orders/cancel-order.ts";
import { OrderUnknownError } from "#shop/orders/order-events.ts";
import { StepRefusedError } from "#shop/orders/order-life.ts";
import { ProviderMissingError } from "#shop/orders/read-payment.ts";
import { RefundError } from "#shop/orders/refund-order.ts";
import { backupCommand } from "./backup.ts";
import { cancelCommand } from "./cancel.ts";
import { CommandError, UsageError } from "./command-error.ts";
import { customersCommand } from "./customers.ts";
import { deliverCommand } from "./deliver.ts";
import { disableCommand, enableCommand } from "./disable.ts";
import { importCommand } from "./import.ts";
import { mailCommand } from "./mail.ts";
import { messagesCommand } from "./messages.ts";
import { moveCommand } from "./move.ts";
import { noteCommand } from "./note.ts";
import { orderCommand } from "./order.ts";
import { ordersCommand } from "./orders.ts";
import { refundCommand } from "./refund.ts";
import { restoreCommand } from "./restore.ts";
import { returnCommand } from "./return.ts";
import { sendCommand } from "./send.ts";
import { stockCommand } from "./stock.ts";
import { terminalText } from "./terminal-text.ts";

const commands = {
  import: importCommand,
  stock: stockCommand,
  orders: ordersCommand,
  order: orderCommand,
  send: sendCommand,
  deliver: deliverCommand,
  cancel: cancelCommand,
  return: returnCommand,
  refund: refundCommand,
  note: noteCommand,
  messages: messagesCommand,
  customers: customersCommand,
  mail: mailCommand,
  disable: disableCommand,
  enable: enableCommand,
  backup: backupCommand,
  restore: restoreCommand,
  move: moveCommand,
};

const usage = `Usage: npm run shop -- COMMAND

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  .join("\n")}`;

/** Errors whose message is all that the owner has to know. */
const forTheOwner = [
  CommandError,
  ConfigError,
  CatalogFileError,
  CopyError,
  DatabaseUnavailableError,
  StepRefusedError,
  OrderUnknownError,
  PaymentUnderWayError,
  ProviderMissingError,
  RefundError,
  StockError,
];

// Whoever reads has seen enough, as `head` has.
process.stdout.once("error", (error) => process.exit(errorCode(error) === "EPIPE" ? 0 : 1));

const [name = "", ...args] = process.argv.slice(2);
try {
  if (!Object.hasOwn(commands, name)) throw new UsageError(name ? `There is no command "${name}"` : "Which command?");
  const shop = await openConfigured(readConfig(process.env), console.error);
  await commands[name as keyof typeof commands].run(shop, args);
  await shop.db.destroy();
} catch (error) {
  const misused = error instanceof UsageError || errorCode(error)?.startsWith("ERR_PARSE_ARGS");
  const known = misused || forTheOwner.some((kind) => error instanceof kind);
  console.error(known ? terminalText((error as Error).message) : error);
  if (misused) console.error(usage);
  process.exit(1);
}
