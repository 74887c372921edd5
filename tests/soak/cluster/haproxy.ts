import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/server-process.ts";
import { createEngine } from "./engine.ts";
import { fillIn } from "./fill-in.ts";
import type { Node } from "./patroni.ts";

/** Makes HAProxy write its log to its output. */
const logHere = { "log /dev/log local0": "log stdout format raw local0" };

/** HAProxy in front of the shops, with a certificate of its own for `localhost`. See docs/decisions/0244. */
export async function createBalancer(folder: string, [first, second]: [string, string]) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificate = makeCertificate(folder);
  const config = fillIn("haproxy/shop.cfg", {
    ...logHere,
    "bind :80": `bind 127.0.0.1:${plainPort}`,
    "bind :443": `bind 127.0.0.1:${port}`,
    "/etc/haproxy/shop.example.com.pem": certificate,
    "10.0.0.11:3000": `127.0.0.1:${first}`,
    "10.0.0.12:3000": `127.0.0.1:${second}`,
  });
  return { ...createHaproxy(folder, "haproxy-shop", config), port, certificate: readFileSync(certificate, "utf8") };
}

/** HAProxy in front of PostgreSQL, which leads to the leader. */
export async function createLeaderProxy(folder: string, [a, b]: [Node, Node]) {
  const port = await freePort();
  const config = fillIn("haproxy/postgresql.cfg", {
    ...logHere,
    "127.0.0.1:5433": `127.0.0.1:${port}`,
    "10.0.0.21:5432 check port 8008": `127.0.0.1:${a.port} check port ${a.restPort}`,
    "10.0.0.22:5432 check port 8008": `127.0.0.1:${b.port} check port ${b.restPort}`,
  });
  return { ...createHaproxy(folder, "haproxy-postgresql", config), port };
}

function createHaproxy(folder: string, name: string, config: string) {
  const path = join(folder, `${name}.cfg`);
  writeFileSync(path, config);
  return createEngine({ name, folder, command: ["/usr/sbin/haproxy", "-db", "-f", path] });
}

function makeCertificate(folder: string) {
  const [key, certificate, both] = ["key", "crt", "pem"].map((end) => join(folder, `localhost.${end}`)) as [
    string,
    string,
    string,
  ];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", [...kind, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return both;
}
