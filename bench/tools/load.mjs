// Sends GET requests as fast as they are answered, and prints how it went as JSON. Its argument is autocannon's options as JSON;
// `uncached` asks for a range, which no cached page answers, and which pages don't know.
import autocannon from "autocannon";

const { uncached, ...options } = JSON.parse(process.argv[2]);
const headers = { ...options.headers, ...(uncached && { range: "bytes=0-" }) };
const latencies = [];
const run = autocannon({ ...options, headers, excludeErrorStats: true });
run.on("response", (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
const { requests, errors, timeouts, non2xx, duration } = await run;
latencies.sort((a, b) => a - b);
const within = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
const failures = errors + timeouts + non2xx;
console.log(
  JSON.stringify({ requestsPerSecond: requests.total / duration, p50: within(0.5), p99: within(0.99), failures }),
);
