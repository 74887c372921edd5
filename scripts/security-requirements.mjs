// Lists what OWASP's ASVS 4.0.3 asks, how the shop answers, and the tests that hold it. A test names its requirements in a
// comment above it: `// Security: 2.1.3, 2.1.4`. With --table it prints the list as Markdown.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const page = "docs/security-requirements.json";

/** A tag, and the first text that is a call's first argument after it: the test's title. */
const taggedTest = /\/\/ Security: (.+)\n[\s\S]*?\(\s*(["'`])((?:\\.|(?!\2)[^\\])*)\2\s*,\s*(?:async |\(|\{)/g;

/** @returns `{ ids, file, title }` of each test with a tag */
function findTests() {
  const isSkipped = (name) => ["node_modules", "build", "data", ".git"].includes(name);
  return globSync("**/*.{test,spec}.{ts,tsx}", { cwd: root, exclude: isSkipped }).sort().flatMap(testsIn);
}

function testsIn(file) {
  const code = readFileSync(join(root, file), "utf8");
  return Array.from(code.matchAll(taggedTest), ([, ids, , title]) => ({
    ids: ids.split(", "),
    file,
    title: title.replace(/\\(.)/g, "$1"),
  }));
}

/** The number in a tag: the first of those that an entry has. */
function tagOf({ id }) {
  return id.split(/[–,]/)[0];
}

function* problemsOf(requirements, tests) {
  const tags = requirements.map(tagOf);
  for (const [index, tag] of tags.entries()) {
    if (tags.indexOf(tag) !== index) yield `${page}: ${tag} is there twice`;
  }
  for (const { ids, file, title } of tests) {
    for (const id of ids.filter((id) => !tags.includes(id))) {
      yield `${file}: "${title}" names ${id}, which isn't in ${page}`;
    }
  }
  for (const requirement of requirements) {
    const isHeld = tests.some(({ ids }) => ids.includes(tagOf(requirement)));
    if (!isHeld && !requirement.note) yield `${page}: ${requirement.id} has neither a test nor a note`;
    if (requirement.status && !requirement.note) yield `${page}: ${requirement.id} doesn't say why`;
  }
}

function table(requirements, tests) {
  const rows = requirements.map((requirement) => {
    const held = tests.filter(({ ids }) => ids.includes(tagOf(requirement)));
    const titles = held.map(({ file, title }) => `${title} (\`${file}\`)`);
    return [requirement.id, requirement.asks, requirement.status ?? "met", requirement.note ?? "", titles.join("<br>")];
  });
  const lines = [["No.", "Requirement", "Status", "Note", "Tests"], ["---", "---", "---", "---", "---"], ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n");
}

const requirements = JSON.parse(readFileSync(join(root, page), "utf8"));
const tests = findTests();
for (const problem of problemsOf(requirements, tests)) {
  console.error(problem);
  process.exitCode = 1;
}
if (process.argv.includes("--table")) console.log(table(requirements, tests));
