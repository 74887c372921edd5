// Checks docs/specification.md: each of its nine sections has rules, each rule names a test that is there, and no test
// in tests/specification/ is forgotten. Prints one line for each thing that is wrong.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..");
const sectionCount = 9;
const titlePattern = /\b(?:test|it)(?:\.\w+)*\s*(?:\((?:\s*)|\(\s*\[[\s\S]*?\]\s*(?:as const\s*)?\)\s*\(\s*)(["'`])((?:\\.|(?!\1)[\s\S])*)\1/g;

