# Varnish 6 or newer in front of the shop, keeping the pages that all visitors share.
# The shop needs SHARED_CACHE_SECONDS=10 and TRUST_PROXY=1 (2 with a TLS proxy in front of Varnish). docs/scale.md explains what is kept.
vcl 4.1;
import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 30s;
  .probe = {
    .request = "GET /healthz HTTP/1.1" "Host: localhost" "Connection: close";
    .interval = 5s;
    .timeout = 3s;
  }
}

sub vcl_recv {
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Customers, owners, staff, and carts without scripts: their pages are never kept.
  if (req.http.Authorization || req.http.Cookie ~ "torg\.(session_token|cart)=") {
    return (pass);
  }
  # No other cookie changes a page.
  unset req.http.Cookie;
  # stale-while-revalidate; once the shop has failed, an older page is better than none (stale-if-error).
  unset req.http.X-Torg-Last-Try;
  set req.grace = 60s;
  if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
    set req.http.X-Torg-Last-Try = "1";
    set req.grace = 1h;
  }
  return (hash);
}

sub vcl_backend_response {
  # Whoever waits for this is shown an older page, or at the second try the shop's own words. What is there is kept.
  if (beresp.status >= 500 && (bereq.is_bgfetch || (!bereq.uncacheable && !bereq.http.X-Torg-Last-Try))) {
    return (abandon);
  }
  if (beresp.http.CDN-Cache-Control ~ "max-age=\d" && !beresp.http.Set-Cookie && !bereq.uncacheable) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    return (deliver);
  }
  if (bereq.url ~ "^/(assets|pictures)/" && beresp.http.Cache-Control ~ "public" && beresp.status == 200) {
    return (deliver);
  }
  set beresp.uncacheable = true;
  set beresp.ttl = 5s;
  return (deliver);
}

sub vcl_backend_error {
  if (bereq.is_bgfetch || (!bereq.uncacheable && !bereq.http.X-Torg-Last-Try)) {
    return (abandon);
  }
  set beresp.http.Content-Type = "text/plain; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.body = "We'll be right back. Please try again in a moment.";
  return (deliver);
}

sub vcl_synth {
  if (resp.status == 503 && req.restarts == 0) {
    return (restart);
  }
}
