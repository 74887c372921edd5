declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** A server with S3's interface that keeps objects as files. Its key and secret are both S3RVER. */
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] });
    readonly logger: { close: () => void; exceptions: { unhandle: () => void } };
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
