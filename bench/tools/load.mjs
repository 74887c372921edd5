// Sends GET requests as fast as they are answered, and prints how it went as JSON. Its argument is autocannon's options as JSON.
import autocannon from "autocannon";

const latencies = [];
const run = autocannon({ ...JSON.parse(process.argv[2]), excludeErrorStats: true });
run.on("response", (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
const { requests, errors, timeouts, non2xx, duration } = await run;
latencies.sort((a, b) => a - b);
const within = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
const failures = errors + timeouts + non2xx;
console.log(
  JSON.stringify({ requestsPerSecond: requests.total / duration, p50: within(0.5), p99: within(0.99), failures }),
);
