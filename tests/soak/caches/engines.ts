import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/server-process.ts";
import { createEngine } from "../cluster/engine.ts";
import { fillIn } from "../cluster/fill-in.ts";

/** The programs of Debian that this needs, and the packages that bring them. */
export const programs = { "/usr/sbin/nginx": "nginx", "/usr/sbin/varnishd": "varnish", "/usr/bin/wrk": "wrk" };

/** nginx as `deploy/` has it, in front of a shop. */
export async function createNginx(folder: string, shopPort: string) {
  const port = await freePort();
  const kept = join(folder, "nginx-kept");
  mkdirSync(kept);
  const site = fillIn("nginx/torg.conf", {
    "/var/cache/nginx/torg": kept,
    "127.0.0.1:3000": `127.0.0.1:${shopPort}`,
    "listen 80": `listen 127.0.0.1:${port}`,
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, `nginx-${kind}`)};`,
  );
  const path = join(folder, "nginx.conf");
  writeFileSync(
    path,
    `user root; worker_processes 1; daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr;
events { worker_connections 1024; }
http { access_log off; ${temporary.join(" ")}
${site} }`,
  );
  const engine = createEngine({ name: "nginx", folder, command: ["/usr/sbin/nginx", "-c", path, "-p", folder] });
  return { ...engine, url: `http://localhost:${port}` };
}

/** Varnish as `deploy/` has it, in front of a shop. */
export async function createVarnish(folder: string, shopPort: string) {
  const port = await freePort();
  const path = join(folder, "torg.vcl");
  writeFileSync(path, fillIn("varnish/torg.vcl", { '.port = "3000"': `.port = "${shopPort}"` }));
  const place = ["-a", `127.0.0.1:${port}`, "-n", join(folder, "varnish"), "-s", "malloc,64m", "-j", "none"];
  const engine = createEngine({ name: "varnish", folder, command: ["/usr/sbin/varnishd", "-F", "-f", path, ...place] });
  return { ...engine, url: `http://localhost:${port}` };
}
