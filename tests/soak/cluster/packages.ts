import { existsSync } from "node:fs";
import { findPostgres, installPackages, mayInstall } from "../../../scripts/test-machinery.mjs";

/** The programs of the cluster, where Debian has them, and the packages that bring them. */
const programs = {
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/patroni": "patroni",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/sbin/pgbouncer": "pgbouncer",
  "/usr/bin/openssl": "openssl",
};

/** Installs what the cluster needs. @throws where it can't */
export function installEngines() {
  if (!mayInstall()) {
    throw new Error(
      "The cluster is built from Debian's packages, as root: for example in a container of debian:bookworm.",
    );
  }
  const missing = missingPackages();
  if (missing.length > 0) installPackages(missing);
  const left = missingPackages();
  if (left.length > 0) throw new Error(`apt-get didn't install ${left.join(", ")}`);
}

function missingPackages() {
  const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  return findPostgres() ? missing : [...missing, "postgresql"];
}
