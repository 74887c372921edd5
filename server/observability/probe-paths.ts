/** What monitoring and load balancers ask of each process, by whatever name it has there. */
export const probePaths = ["/healthz", "/readyz", "/metrics"];
