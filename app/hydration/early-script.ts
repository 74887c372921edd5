// What runs before anything else of a page. Event replay keeps events from listeners that come after it.
import { replayEvents } from "./event-replay.ts";
import { startHydrationWhenPainted } from "./start-hydration.ts";

startHydrationWhenPainted();
replayEvents();
