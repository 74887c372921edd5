import { channel } from "node:diagnostics_channel";

/** Published for each page that is shown from memory while the database is away, for metrics. */
export const stalePagesShown = channel("torg:stale-page");
