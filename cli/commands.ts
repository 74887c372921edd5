import { backupCommand } from "./backup.ts";
import { customersCommand } from "./customers.ts";
import { disableCommand, enableCommand } from "./disable.ts";
import { importCommand } from "./import.ts";
import { mailCommand } from "./mail.ts";
import { messagesCommand } from "./messages.ts";
import { moveCommand } from "./move.ts";
import { ordersCommand } from "./orders.ts";
import { restoreCommand } from "./restore.ts";

/** What the owner can ask of the shop, by its name. */
export const commands = {
  import: importCommand,
  orders: ordersCommand,
  messages: messagesCommand,
  customers: customersCommand,
  mail: mailCommand,
  disable: disableCommand,
  enable: enableCommand,
  backup: backupCommand,
  restore: restoreCommand,
  move: moveCommand,
};
