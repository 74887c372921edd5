import { migrate } from "#database/migrate.ts";
import { answerParent } from "./answer-parent.ts";
import { connectPlace, type DatabasePlace } from "./database-place.ts";

/** One of several processes that bring a database to the newest schema at the same moment. */
await answerParent(async (place: DatabasePlace) => {
  const connection = connectPlace(place);
  const applied = await migrate(connection);
  await connection.db.destroy();
  return applied;
});
