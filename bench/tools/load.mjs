// Sends GET requests as fast as they are answered, and prints how it went as JSON. Its argument is autocannon's options as JSON;
// `unique` gives every request an address of its own, which no page that is kept has.
import autocannon from "autocannon";

const { unique, ...options } = JSON.parse(process.argv[2]);
const { pathname, search } = new URL(options.url);
const query = search ? `${search}&` : "?";
let count = 0;
const setupRequest = (request) => ({ ...request, path: `${pathname}${query}unique=${count++}` });
const latencies = [];
const run = autocannon({ ...options, excludeErrorStats: true, ...(unique && { requests: [{ setupRequest }] }) });
run.on("response", (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
const { requests, errors, timeouts, non2xx, duration } = await run;
latencies.sort((a, b) => a - b);
const within = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
const failures = errors + timeouts + non2xx;
console.log(
  JSON.stringify({ requestsPerSecond: requests.total / duration, p50: within(0.5), p99: within(0.99), failures }),
);
