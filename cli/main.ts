import { CopyError } from "#database/copy-tables.ts";
import { errorCode } from "#database/error-code.ts";
import { DatabaseDamagedError, DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { ConfigError, readConfig } from "#server/environment/config.ts";
import { openConfigured } from "#server/process/open-configured.ts";
import { openTemporaryFolder } from "#server/process/temporary-folder.ts";
import { CatalogFileError } from "#shop/catalog/files/reading/catalog-file-error.ts";
import { CatalogWarningsError } from "#shop/catalog/files/reading/file-notes.ts";
import { MoveInError } from "#shop/catalog/move-in/move-in-error.ts";
import { StockError } from "#shop/catalog/stock/change-stock.ts";
import { openDatabase } from "#shop/open/open-database.ts";
import { ProviderMissingError } from "#shop/orders/payment/payment.ts";
import {
  CorrectionRefusedError,
  OrderUnknownError,
  PaymentUnderWayError,
  RefundError,
} from "#shop/orders/state/order.ts";
import { TransitionRefusedError } from "#shop/orders/state/state-machine.ts";
import { UnverifiedError } from "#shop/owners/owners.ts";
import { PaymentUnreachableError } from "#shop/payments/provider.ts";
import { StorageUnavailableError } from "#shop/pictures/storage/object-store.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { UndoRefusedError } from "#shop/undo/undo-refused-error.ts";
import { CommandError, UsageError } from "./command.ts";
import { createProgram } from "./commands.ts";
import { terminalText } from "./print.ts";

/** Expected errors. Only their message is printed. */
const forTheOwner = [
  CommandError,
  ConfigError,
  CopyError,
  CorrectionRefusedError,
  DatabaseDamagedError,
  DatabaseUnavailableError,
  TransitionRefusedError,
  MoveInError,
  OrderUnknownError,
  PaymentUnderWayError,
  PaymentUnreachableError,
  ProviderMissingError,
  RefundError,
  StockError,
  StorageUnavailableError,
  UndoRefusedError,
  UnverifiedError,
];

// The reader closed the pipe, as `head` does.
process.stdout.once("error", (error) => process.exit(errorCode(error) === "EPIPE" ? 0 : 1));

let shop: ShopDatabase | undefined;
const program = createProgram(async () => {
  const config = readConfig(process.env);
  openTemporaryFolder(config);
  shop = await openConfigured(config, () => openDatabase(config, console.error));
  return shop;
}).hook("postAction", async () => {
  await shop?.db.destroy();
});

try {
  await program.parseAsync();
} catch (error) {
  const known = forTheOwner.some((kind) => error instanceof kind);
  if (error instanceof CatalogWarningsError)
    console.error("Nothing was imported. Correct the file, or add --accept-warnings to import it anyway.");
  else if (error instanceof CatalogFileError) tellProblems(error);
  else console.error(known ? terminalText((error as Error).message) : error);
  if (error instanceof UsageError) console.error(program.helpInformation().trimEnd());
  process.exit(1);
}

/** One line per invalid product. */
function tellProblems({ problems, others }: CatalogFileError) {
  for (const problem of problems) console.error(terminalText(problem));
  if (others > 0) console.error(`and ${others} more`);
}
