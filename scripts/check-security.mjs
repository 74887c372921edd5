// Checks docs/security.md: each requirement stands there once and names tests that are there, or says why it has none.
import { pointersIn, report, tableRows, testsAt } from "./test-titles.mjs";

const page = "docs/security.md";
/** OWASP ASVS 4.0.3: its chapters on these doors. */
const chapters = ["V2", "V3", "V4", "V5", "V7", "V9", "V12", "V13"];
const none = "–";

function* problemsOf(rows) {
  const seen = new Set();
  for (const { number, cells } of rows) {
    const [requirement, asked, , tests] = cells;
    const at = `${page}:${number}:`;
    if (cells.length !== 4 || cells.some((cell) => !cell)) yield `${at} a row needs four cells`;
    if (seen.has(requirement)) yield `${at} ${requirement} (${asked}) stands there twice`;
    seen.add(requirement);
    if (tests === none) continue;
    for (const pointer of pointersIn(tests))
      if (testsAt(pointer).length === 0) yield `${at} there is no test "${pointer}"`;
  }
}

function* missingChapters(rows) {
  for (const chapter of chapters) {
    if (!rows.some(({ section }) => section.startsWith(`${chapter} `))) yield `${page}: chapter ${chapter} is missing`;
  }
}

const rows = [...tableRows(page)].filter(({ cells }) => cells[0] !== "No.");
report([...problemsOf(rows), ...missingChapters(rows)]);
