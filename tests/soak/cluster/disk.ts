import { execFile, execFileSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { serverUser } from "../../support/start-postgres.ts";
import { atExit } from "./at-exit.ts";

const run = promisify(execFile);

/** A file system of its own in memory, so that it can be full while the machine's isn't. It goes with this process. */
export function mountDisk(path: string, megabytes: number) {
  mkdirSync(path);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", path]);
  atExit(unmount);
  const user = serverUser();
  if (user) chownSync(path, user.uid, user.gid);
  const ballast = join(path, "ballast");

  let isMounted = true;
  function unmount() {
    if (!isMounted) return;
    isMounted = false;
    execFileSync("umount", ["--lazy", path]);
  }

  return {
    path,
    unmount,
    /** Writes until no byte is free. */
    async fill() {
      const failure = await run("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]).catch((error: Error) => error);
      if (!(failure instanceof Error && /No space left/.test(failure.message))) throw new Error("The disk isn't full");
    },
    free: () => rmSync(ballast, { force: true }),
  };
}
