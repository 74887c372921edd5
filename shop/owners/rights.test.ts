import { expect, test } from "vitest";
import type { OwnerRole } from "#database/schema.ts";
import { roles } from "../values/staff-roles.ts";
import { may } from "./rights.ts";

test("only owners let people in, take payments and download backups; accountants change nothing", () => {
  for (const right of ["access", "payments", "backups"] as const)
    expect(roles.filter(({ role }) => may(role, right)).map(({ role }) => role)).toEqual(["owner"]);
  for (const right of ["changeOrders", "customers", "catalog", "setUp", "accounts"] as const)
    expect(may("accountant", right)).toBe(false);
  expect(may("catalog", "readOrders")).toBe(false);
  expect(may("orders", "catalog")).toBe(false);
});

test("a role that the version before wrote is a manager's, and one of a later version has no rights", () => {
  expect(may("staff" as OwnerRole, "changeOrders")).toBe(true);
  expect(may("staff" as OwnerRole, "access")).toBe(false);
  expect(may("king" as OwnerRole, "enter")).toBe(false);
});
