import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { projectFolder } from "#server/process/config.ts";

/**
 * The addresses of all routes of a build, so that a test forgets none.
 *
 * @param build the build's folder, `server` or `owner/server`
 * @param things values of path parameters, by name
 */
export async function builtAddresses(build: string, basename: string, things: Record<string, string>) {
  const file = pathToFileURL(join(projectFolder, "build", build, "index.js")).href;
  const { routes }: ServerBuild = await import(file);
  const paths = Object.values(routes).flatMap((route) => (route?.parentId ? [route.path ?? ""] : []));
  if (paths.length < 9) throw new Error(`The build ${build} has only ${paths.length} addresses`);
  return paths.map((path) => {
    const filled = path.replace(/\*$/, "nothing").replaceAll(/:(\w+)\??/g, (_, name: string) => {
      const thing = things[name];
      if (!thing) throw new Error(`The test has nothing for the parameter :${name}`);
      return thing;
    });
    return `${basename}/${filled}`.replace(/(.)\/$/, "$1");
  });
}
