import type { ServerBuild } from "react-router";

/** What React Router's builds in `build/` export, which are there only once they are made. */
declare const build: ServerBuild;
export = build;
