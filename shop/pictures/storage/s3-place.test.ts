import { expect, test } from "vitest";
import { readS3Url } from "./s3-place.ts";

const keys = { accessKeyId: "KEY", secretAccessKey: "SECRET" };

test.each([
  ["https://KEY:SECRET@s3.eu-north-1.amazonaws.com/shop", "https://s3.eu-north-1.amazonaws.com/shop/", "eu-north-1"],
  ["https://KEY:SECRET@s3-eu-west-1.amazonaws.com/shop/", "https://s3-eu-west-1.amazonaws.com/shop/", "eu-west-1"],
  ["http://KEY:SECRET@minio:9000/shop/a/b", "http://minio:9000/shop/a/b/", "us-east-1"],
  [
    "https://KEY:SECRET@1a.r2.cloudflarestorage.com/shop?region=auto",
    "https://1a.r2.cloudflarestorage.com/shop/",
    "auto",
  ],
  ["https://KEY:SECRET@fra1.example/shop/p?style=virtual", "https://shop.fra1.example/p/", "us-east-1"],
  ["https://KEY:SECRET@fra1.example/shop?style=path&region=", "https://fra1.example/shop/", "us-east-1"],
])("%s is a place", (url, base, region) => {
  expect(readS3Url(url)).toEqual({ base, region, ...keys });
});

test("keys may be encoded", () => {
  expect(readS3Url("https://K%2B:a%2Fb+c%25=@s3.example/shop")).toMatchObject({
    accessKeyId: "K+",
    secretAccessKey: "a/b+c%=",
  });
});

test.each([
  ["https://s3.example/shop", "must be a URL such as"],
  ["https://KEY@s3.example/shop", "must be a URL such as"],
  ["ftp://KEY:SECRET@s3.example/shop", "must be a URL such as"],
  ["KEY:SECRET@s3.example/shop", "must be a URL such as"],
  ["https://KEY:SEC/RET@s3.example/shop", "Write / in the secret as %2F"],
  ["https://KEY:SEC%RET@s3.example/shop", "and % as %25"],
  ["https://KEY:SECRET@s3.example", "must name a bucket"],
  ["https://KEY:SECRET@s3.example/shop//a", "must name a bucket"],
  ["https://KEY:SECRET@s3.example/shop/a%20b", "must name a bucket"],
  ["https://KEY:SECRET@s3.example/shop?regio=eu", "may end with region and style"],
  ["https://KEY:SECRET@s3.example/shop?style=dns", "may have style=path or style=virtual"],
])("%s is refused without repeating its secret", (url, message) => {
  const refusal = readS3Url(url);
  expect(refusal).toContain(message);
  expect(refusal).not.toContain("s3.example");
});
