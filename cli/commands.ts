import { backupCommand } from "./backup.ts";
import { cancelCommand } from "./cancel.ts";
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
import { ownerCommand } from "./owner.ts";
import { refundCommand } from "./refund.ts";
import { restoreCommand } from "./restore.ts";
import { returnCommand } from "./return.ts";
import { sendCommand } from "./send.ts";
import { stockCommand } from "./stock.ts";

/** What the owner can ask of the shop, by its name. */
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
  disable: disableCommand,
  enable: enableCommand,
  backup: backupCommand,
  restore: restoreCommand,
  move: moveCommand,
};
