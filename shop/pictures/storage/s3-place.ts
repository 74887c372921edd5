/** Where S3-compatible storage keeps the shop's pictures, as `S3_URL` says. */
export interface S3Place {
  /** The address that keys are added to, with a slash at its end: that of the bucket, and of the folder in it that is the shop's. */
  base: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const example = "https://KEY:SECRET@s3.eu-north-1.amazonaws.com/bucket?region=eu-north-1";
/** What most services call the region that they don't have. */
const usualRegion = "us-east-1";

/**
 * Reads `S3_URL`: https://KEY:SECRET@host/bucket/folder?region=…, with `style=virtual` for services that want the bucket in the host's name.
 *
 * @returns the place, or what is wrong, in words without the secret
 */
export function readS3Url(text: string): S3Place | string {
  const url = URL.parse(text);
  const [accessKeyId, secretAccessKey] = [url?.username, url?.password].map(decode);
  if (!url || !/^https?:$/.test(url.protocol) || !accessKeyId || !secretAccessKey) {
    return `must be a URL such as ${example}. Write / in the secret as %2F, and % as %25`;
  }
  const [, bucket, folder = ""] = /^\/([\w][\w.-]{1,62})((?:\/[\w.-]+)*)\/?$/.exec(url.pathname) ?? [];
  if (!bucket) return `must name a bucket, and may name a folder in it: ${example}`;
  const unknown = [...url.searchParams.keys()].find((name) => name !== "region" && name !== "style");
  if (unknown !== undefined) return "may end with region and style, and nothing else";
  const style = url.searchParams.get("style") ?? "path";
  if (style !== "path" && style !== "virtual") return "may have style=path or style=virtual";
  const host = style === "virtual" ? `${url.protocol}//${bucket}.${url.host}` : `${url.origin}/${bucket}`;
  return {
    base: `${host}${folder}/`,
    region: url.searchParams.get("region") || regionOf(url.hostname),
    accessKeyId,
    secretAccessKey,
  };
}

function regionOf(hostname: string) {
  return /^s3[.-]([a-z\d-]+)\.amazonaws\.com(\.cn)?$/.exec(hostname)?.[1] ?? usualRegion;
}

/** @returns undefined if a percent sign encodes nothing */
function decode(text = "") {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
