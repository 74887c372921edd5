-- With the argument "from-many", each request says that it comes from another address.
function init(arguments)
  if arguments[1] ~= "from-many" then return end
  function request()
    wrk.headers["X-Forwarded-For"] =
      string.format("10.%d.%d.%d", math.random(0, 255), math.random(0, 255), math.random(0, 255))
    return wrk.format()
  end
end

-- Prints how a run of wrk went as a line of JSON. Times are in milliseconds, also the processor's time that wrk took itself.
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"ms":%.3f,"processorMs":%.3f,"p50":%.3f,"p99":%.3f,"failures":%d}',
    summary.requests, summary.duration / 1000, os.clock() * 1000,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.timeout + errors.status
  ))
end
