import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Engine } from "./engine.ts";

const images = {
  NODE_IMAGE: "docker.io/library/node:26-bookworm-slim",
  BASE_IMAGE: "docker.io/library/debian:bookworm-slim",
};
/** What takes their place where nothing can be pulled. */
const madeImages = { NODE_IMAGE: "localhost/torg-test-node", BASE_IMAGE: "localhost/torg-test-debian" };

/** What the real Debian image leaves out too, so that sizes compare. */
const lean = ["man", "locale", "doc"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);

const nodeImage = `FROM ${madeImages.BASE_IMAGE}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`;

/**
 * Finds the images that the shop's one is made from: official ones that are here or can be pulled, or else ones made from Debian's packages, and this
 * machine's Node and npm.
 *
 * @returns build arguments that name them
 */
export async function findBaseImages(engine: Engine) {
  const chosen = (await hasAll(engine, images)) ? images : await makeImages(engine);
  await engine.settle(chosen.BASE_IMAGE);
  return Object.entries(chosen).map(([name, image]) => `--build-arg=${name}=${image}`);
}

async function hasAll(engine: Engine, wanted: typeof images) {
  for (const image of Object.values(wanted)) if (!(await engine.has(image))) return false;
  return true;
}

async function makeImages(engine: Engine) {
  const { BASE_IMAGE, NODE_IMAGE } = madeImages;
  // The second is made from the first.
  for (const [image, make] of [
    [BASE_IMAGE, makeDebian],
    [NODE_IMAGE, makeNode],
  ] as const) {
    if (await engine.succeeds("image", "inspect", image)) continue;
    console.log(`No image can be pulled: making ${image}`);
    await make(engine);
  }
  return madeImages;
}

async function makeDebian(engine: Engine) {
  await inFolder(async (folder) => {
    const archive = join(folder, "debian.tar");
    const options = [
      "--variant=minbase",
      "--include=libatomic1,libstdc++6,usr-is-merged",
      '--aptopt=APT::Install-Recommends "false"',
    ];
    // Debian's own image has no usrmerge either, which brings 46 MB of Perl.
    const hooks = [
      '--customize-hook=chroot "$1" apt-get purge --yes usrmerge "perl-modules-*"',
      '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*',
    ];
    const made = spawnSync("mmdebstrap", [...options, ...lean, ...hooks, "bookworm", archive], { encoding: "utf8" });
    if (made.status !== 0)
      throw new Error(`Neither pulled nor made (mmdebstrap): ${made.error?.message ?? made.stderr}`);
    await engine.run("import", archive, madeImages.BASE_IMAGE);
  });
}

async function makeNode(engine: Engine) {
  const npm = process.env.npm_execpath;
  if (!npm || !existsSync(npm)) throw new Error("Run this with npm, which becomes part of the image.");
  await engine.settle(madeImages.BASE_IMAGE);
  await inFolder(async (folder) => {
    cpSync(process.execPath, join(folder, "node"), { dereference: true });
    cpSync(dirname(dirname(npm)), join(folder, "npm"), { recursive: true, dereference: true });
    writeFileSync(join(folder, "Dockerfile"), nodeImage);
    await engine.run("build", "--tag", madeImages.NODE_IMAGE, folder);
  });
}

async function inFolder(use: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "torg-base-"));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
