import type { ServerBuild } from "react-router";

/** The exports of React Router's builds in `build/`, which exist only after a build. */
declare const build: ServerBuild;
export = build;
