import { auditCommand } from "./audit.ts";
import { backupCommand, restoreCommand } from "./backup.ts";
import { customersCommand } from "./customers.ts";
import { disableCommand, enableCommand } from "./disable.ts";
import { importCommand } from "./import.ts";
import { messagesCommand } from "./messages.ts";
import { moveCommand } from "./move.ts";
import {
  cancelCommand,
  deliverCommand,
  noteCommand,
  refundCommand,
  returnCommand,
  sendCommand,
} from "./order-commands.ts";
import { ordersCommand } from "./orders.ts";
import { ownerCommand } from "./owner.ts";
import { mailCommand } from "./retry-mails.ts";
import { settingsCommand } from "./settings-command.ts";
import { orderCommand } from "./show-order.ts";
import { stockCommand } from "./stock.ts";

/** All commands by name. */
export const commands = {
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
  owner: ownerCommand,
  settings: settingsCommand,
  disable: disableCommand,
  enable: enableCommand,
  audit: auditCommand,
  backup: backupCommand,
  restore: restoreCommand,
  move: moveCommand,
};
