import { existsSync } from "node:fs";
import { findPostgres, installPackages, mayInstall } from "../../../scripts/test-machinery.mjs";

/** The programs of the cluster, where Debian has them, and the packages that bring them. */
export const clusterPrograms = {
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/patroni": "patroni",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/sbin/pgbouncer": "pgbouncer",
  "/usr/bin/openssl": "openssl",
};

/** Installs programs, and PostgreSQL. @throws where it can't */
export function installEngines(programs: Record<string, string>) {
  if (!mayInstall()) {
    throw new Error("The engines come from Debian's packages, as root: for example in a container of debian:bookworm.");
  }
  const missing = missingPackages(programs);
  if (missing.length > 0) installPackages(missing);
  const left = missingPackages(programs);
  if (left.length > 0) throw new Error(`apt-get didn't install ${left.join(", ")}`);
}

function missingPackages(programs: Record<string, string>) {
  const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
  return findPostgres() ? missing : [...missing, "postgresql"];
}
