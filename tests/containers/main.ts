import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { projectFolder } from "../../server/environment/config.ts";
import { version } from "../../server/environment/version.ts";
import { findBaseImages } from "./base-images.ts";
import { checkContents, checkRuns } from "./check-image.ts";
import { checkCompose } from "./compose.ts";
import { type Engine, findEngines } from "./engine.ts";

const usage = "Usage: npm run test:containers -- [--engine podman|docker] [--build-option OPTION]...";
const image = "localhost/torg-test";

/** Builds the image with each engine of this machine and runs it: see docs/decisions/0242. */
async function main() {
  const option = { type: "string", multiple: true } as const;
  const { values } = parseArgs({ options: { engine: option, "build-option": option } });
  const engines = findEngines(values.engine);
  if (engines.length === 0) {
    console.log(`Nothing was built: neither podman nor docker answers on this machine.\n${usage}`);
    return;
  }
  for (const engine of engines) await check(engine, values["build-option"] ?? []);
}

async function check(engine: Engine, buildOptions: string[]) {
  const bases = await findBaseImages(engine);
  const start = performance.now();
  const revision = execFileSync("git", ["rev-parse", "HEAD"], { cwd: projectFolder, encoding: "utf8" }).trim();
  const args = [`VERSION=${version}`, `REVISION=${revision}`].map((arg) => `--build-arg=${arg}`);
  const format = engine.name === "podman" ? ["--format=docker"] : [];
  const files = ["--file=deploy/Dockerfile", `--tag=${image}`, projectFolder];
  engine.show("build", ...format, "--network=host", ...bases, ...args, ...buildOptions, ...files);
  console.log(`${engine.name}: built in ${secondsSince(start)} s`);
  const megabytes = await checkContents(engine, image, revision);
  console.log(`${engine.name}: ${megabytes} MB, labels and packages are right`);
  await checkRuns(engine, image);
  console.log(`${engine.name}: ran read-only, as three users, and stopped without losing an answer`);
  console.log(`${engine.name}: ${await checkCompose(engine, image)}`);
  console.log(`${engine.name}: ${secondsSince(start)} s in all`);
}

function secondsSince(start: number) {
  return Math.round((performance.now() - start) / 1000);
}

await main();
