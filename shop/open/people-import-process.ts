import { followDatabaseClock } from "#database/database-clock.ts";
import { type PeopleTask, workOnPeople } from "../earlier-shop/work-on-people.ts";
import { connectTo } from "./open-database.ts";
import { runProgram } from "./run-program.ts";

/** The program that works on a file of another shop's customers or orders. */
await runProgram(async (task: PeopleTask) => {
  const { db } = connectTo(task);
  try {
    await followDatabaseClock(db);
    return await workOnPeople(db, task);
  } finally {
    await db.destroy();
  }
});
