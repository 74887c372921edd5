import { join } from "node:path";
import { expect, test } from "vitest";
import { describeFailures, failuresOfPlaywright, failuresOfVitest } from "./failed-tests.mjs";
import { root } from "./prepare.mjs";

test("what failed in Vitest is named with its file, its titles and why, then what passed only when it was repeated", () => {
  const failedTest = {
    ancestorTitles: ["on PostgreSQL"],
    title: "an order is paid once",
    status: "failed",
    failureMessages: [
      "AssertionError: expected 2 to be 1\n    at /torg/a.test.ts:3:1\n    at node_modules/vitest/run.js:1",
    ],
  };
  const repeatedTest = { ...failedTest, status: "passed", failureMessages: ["Error: no answer"] };
  const passedTest = { ancestorTitles: [], title: "fine", status: "passed", failureMessages: [] };
  const failures = failuresOfVitest({
    testResults: [
      {
        name: join(root, "shop/a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [repeatedTest, passedTest, failedTest],
      },
      { name: join(root, "shop/b.test.ts"), status: "failed", message: "SyntaxError", assertionResults: [] },
      { name: join(root, "shop/c.test.ts"), status: "failed", message: "No end", assertionResults: [repeatedTest] },
    ],
  });
  expect(describeFailures(failures).split("\n")).toEqual([
    "✗ shop/a.test.ts › on PostgreSQL › an order is paid once",
    "    AssertionError: expected 2 to be 1",
    "        at /torg/a.test.ts:3:1",
    "✗ shop/b.test.ts",
    "    SyntaxError",
    "✗ shop/c.test.ts",
    "    No end",
    "↻ passed only when repeated: shop/a.test.ts › on PostgreSQL › an order is paid once",
    "    Error: no answer",
    "↻ passed only when repeated: shop/c.test.ts › on PostgreSQL › an order is paid once",
    "    Error: no answer",
  ]);
});

test("what failed or passed only when it was repeated in Playwright is named", () => {
  const outcome = (status: string, ...messages: string[]) => {
    const results = [{ errors: messages.map((message) => ({ message })) }, {}];
    return [{ status, projectName: "phone", results }];
  };
  const specs = [
    { title: "fine", line: 1, tests: outcome("expected") },
    { title: "slow", line: 2, tests: outcome("flaky", "Timeout") },
    { title: "sent", line: 3, tests: outcome("unexpected", "\u001b[31mError\u001b[39m: no mail") },
  ];
  const failures = failuresOfPlaywright({
    errors: [{ message: "No tests found" }],
    suites: [{ title: "a.spec.ts", suites: [{ title: "mails", specs }] }],
  });
  expect(describeFailures(failures).split("\n")).toEqual([
    "✗ playwright",
    "    No tests found",
    "✗ tests/a.spec.ts:3 › mails › sent (phone)",
    "    Error: no mail",
    "↻ passed only when repeated: tests/a.spec.ts:2 › mails › slow (phone)",
    "    Timeout",
  ]);
});

test("however many tests failed, they are named within forty lines", () => {
  const message = "why\n".repeat(100);
  const failures = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `test ${index}`, message }));
  expect(describeFailures(failures(1)).split("\n")).toHaveLength(40);
  expect(describeFailures(failures(15)).split("\n")).toHaveLength(30);
  expect(describeFailures(failures(60)).split("\n").slice(-2)).toEqual(["✗ test 39", "… and 20 more"]);
});
