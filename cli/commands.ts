import { Command, type CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { auditCommand } from "./audit.ts";
import { backupCommand, restoreCommand } from "./backup.ts";
import { type OpenShop, UsageError } from "./command.ts";
import { customersCommand } from "./customers.ts";
import { disableCommand, enableCommand } from "./disable.ts";
import { doctorCommand } from "./doctor.ts";
import { importCommand } from "./import.ts";
import { messagesCommand } from "./messages.ts";
import { moveCommand } from "./move.ts";
import { moveInCommand } from "./move-in.ts";
import { orderCommands } from "./order-commands.ts";
import { ordersCommand } from "./orders.ts";
import { ownerCommand } from "./owner.ts";
import { picturesCommand } from "./pictures.ts";
import { mailCommand } from "./retry-mails.ts";
import { returnsCommand } from "./returns.ts";
import { settingsCommand } from "./settings-command.ts";
import { orderCommand } from "./show-order.ts";
import { stockCommand } from "./stock.ts";
import { undoImportCommand } from "./undo-import.ts";
import { withdrawalsCommand } from "./withdrawals.ts";

const commands = [
  importCommand,
  moveInCommand,
  picturesCommand,
  undoImportCommand,
  stockCommand,
  ordersCommand,
  orderCommand,
  ...orderCommands,
  returnsCommand,
  withdrawalsCommand,
  messagesCommand,
  customersCommand,
  mailCommand,
  ownerCommand,
  settingsCommand,
  disableCommand,
  enableCommand,
  doctorCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
];

/** The command line. `--help` and wrong arguments don't open the shop; wrong arguments throw a UsageError. See docs/decisions/0189. */
export function createProgram(open: OpenShop) {
  const program = new Command("npm run shop --");
  for (const command of commands) program.addCommand(command(open));
  prepare(program);
  return program;
}

function prepare(command: CommandUnknownOpts) {
  command
    .usage(parametersOf(command))
    .configureOutput({ writeErr: () => {} })
    .configureHelp({
      subcommandTerm: (sub) => `${sub.name()} ${sub.usage()}`,
      optionDescription: ({ description }) => description,
      formatItem: (term, _width, description) => `  ${term}\n      ${description}`,
    })
    .exitOverride((error) => {
      if (error.exitCode > 0) throw new UsageError(describeMisuse(command, error));
    });
  for (const sub of command.commands) prepare(sub);
}

/** "NUMBER [--json]" */
function parametersOf({ commands, registeredArguments, options }: CommandUnknownOpts) {
  if (commands.length > 0) return "COMMAND";
  const args = registeredArguments.map((argument) => (argument.required ? argument.name() : `[${argument.name()}]`));
  const flags = options.map((option) => (option.mandatory ? option.flags : `[${option.flags}]`));
  return [...args, ...flags].join(" ").replace(/[<>]/g, "");
}

/** The descriptions of arguments complete "… expects". */
function describeMisuse(command: CommandUnknownOpts, { code, message }: CommanderError) {
  if (code === "commander.help") return "Missing command";
  if (code === "commander.unknownCommand") return `Unknown command "${command.args[0]}"`;
  const expected = command.registeredArguments.map(({ description }) => description).join(" and ");
  if (/(missing|excess)Argument/.test(code)) return `${command.name()} expects ${expected || "no arguments"}`;
  const text = message.replace(/^error: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
