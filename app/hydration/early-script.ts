// Runs before anything else on a page. Event replay must hear events before all other listeners.
import { replaceFailedPicture } from "#ui/failed-picture.ts";
import { replayEvents } from "./event-replay.ts";
import { keepLinkedCode } from "./linked-code.ts";
import { reloadRestoredPages } from "./restored-page.ts";
import { startHydrationWhenPainted } from "./start-hydration.ts";

keepLinkedCode();
startHydrationWhenPainted();
replayEvents();
reloadRestoredPages();
// These errors don't bubble.
addEventListener("error", replaceFailedPicture, true);
