import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { projectFolder } from "#server/environment/config.ts";

/** All routes of a build, so that a test forgets none. @param build the build's folder, `server` or `owner/server` */
export async function builtRoutes(build: string) {
  const file = pathToFileURL(join(projectFolder, "build", build, "index.js")).href;
  const { routes }: ServerBuild = await import(file);
  const found = Object.values(routes).flatMap((route) =>
    route?.parentId ? [{ pattern: `/${route.path ?? ""}`, module: route.module }] : [],
  );
  if (found.length < 9) throw new Error(`The build ${build} has only ${found.length} addresses`);
  return found;
}

/** The addresses of all routes of a build. @param things values of path parameters, by name */
export async function builtAddresses(build: string, basename: string, things: Record<string, string>) {
  return (await builtRoutes(build)).map(({ pattern }) => fillPattern(basename + pattern, things));
}

/** @param things values of path parameters, by name */
export function fillPattern(pattern: string, things: Record<string, string>) {
  const filled = pattern.replace(/\*$/, "nothing").replaceAll(/:(\w+)\??/g, (_, name: string) => {
    const thing = things[name];
    if (!thing) throw new Error(`The test has nothing for the parameter :${name}`);
    return thing;
  });
  return filled.replace(/(.)\/$/, "$1");
}
