import { SingleBar } from "cli-progress";

/** @param share of the work that is done, from 0 to 1 */
export type Track = (share: number) => void;

/** Shows a progress bar during some work, on terminals. */
export async function withBar<Result>(verb: string, work: (onProgress: Track) => Promise<Result>) {
  const bar = new SingleBar({ format: `${verb} [{bar}] {percentage}%`, clearOnComplete: true, noTTYOutput: false });
  bar.start(100, 0);
  try {
    return await work((share) => bar.update(Math.floor(share * 100)));
  } finally {
    bar.stop();
  }
}
