import { afterAll, expect } from "vitest";
import { eventually } from "./eventually.ts";

// Files of tests share a process: a loop that goes on after its file takes the processor from all that follow.
afterAll(() => eventually(() => expect(process.getActiveResourcesInfo()).not.toContain("Immediate")));
