import { format } from "node:util";
import { vi } from "vitest";
import type { ShopDatabase } from "#shop/shop.ts";
import { createProgram } from "../../cli/commands.ts";

/**
 * Runs one of the owner's commands on an open shop, in this process. `cli/import.test.ts` tests the rest of the command line.
 *
 * @returns what it prints
 * @throws what the command throws
 */
export async function runOnShop(shop: ShopDatabase, ...args: string[]) {
  let printed = "";
  const print = vi.spyOn(console, "log").mockImplementation((...values) => {
    printed += `${format(...values)}\n`;
  });
  try {
    await createProgram(async () => shop).parseAsync(args, { from: "user" });
    return printed;
  } finally {
    print.mockRestore();
  }
}
