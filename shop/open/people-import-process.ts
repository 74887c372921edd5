import { text } from "node:stream/consumers";
import { followDatabaseClock } from "#database/database-clock.ts";
import { type PeopleTask, workOnPeople } from "../earlier-shop/work-on-people.ts";
import { connectTo } from "./open-database.ts";

/** The program that works on a file of another shop's customers or orders: its task comes by the standard input as JSON, and the outcome goes to the standard output. */

const task: PeopleTask = JSON.parse(await text(process.stdin));
const { db } = connectTo(task);
try {
  await followDatabaseClock(db);
  process.stdout.write(JSON.stringify(await workOnPeople(db, task)));
} finally {
  await db.destroy();
}
