import { styleText } from "node:util";
import { Command } from "@commander-js/extra-typings";
import { examine } from "./doctor/examine.ts";
import type { Finding } from "./doctor/finding.ts";
import { terminalJson, terminalText } from "./print.ts";

const colors = { ok: "green", warning: "yellow", problem: "red", skipped: "gray" } as const;

/** Exits with 1 when there are problems. It opens no shop: it says what keeps one from opening. */
export const doctorCommand = () =>
  new Command("doctor")
    .description("check the set-up: database, disk, mail, proxies, backups, keys; changes and sends nothing")
    .option("--json", "as one JSON array")
    .action(async ({ json }) => {
      const findings = await examine(process.env);
      if (json) console.log(terminalJson(findings));
      else for (const finding of findings) console.log(describe(finding));
      if (findings.some(({ level }) => level === "problem")) process.exitCode = 1;
    });

function describe({ level, check, text, advice }: Finding) {
  const said = terminalText(`${check}: ${text}${advice ? `. ${advice}` : ""}`);
  return `${styleText(colors[level], level.padEnd("problem".length))}  ${said}`;
}
