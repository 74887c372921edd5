import { LRUCache } from "lru-cache";
import { parseJson } from "../files/json-bounds.ts";
import { fetchSafely, hostAndPort } from "../outbound/fetch-safely.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import type { ShopSettings } from "../shop.ts";
import { type PlatformProfile, ProfileError, parseProfile } from "./platform-profile.ts";

/** Real ones have 3 KB. */
const mostBytes = 64 * 1024;
/** A request waits for them. */
const limits = { idleMs: 3000, wholeMs: 5000 };
const longestUrl = 2000;
/** However many platforms ask, the shop remembers and fetches no more. See docs/decisions/0264. */
const footprint = { profiles: 200, failures: 500, atOnce: 16, perMinute: 300 };
const second = 1000;
const minute = 60 * second;
/** The protocol's floor, and how long the shop believes a platform that asks for more. */
const freshness = { least: minute, most: 60 * minute };
/** A profile that couldn't be fetched isn't asked for again sooner. */
const failureMs = 10 * second;

export interface Profiles {
  /**
   * The profile at an address. Those that ask for the same one at once share a fetch.
   *
   * @param isNewer whether one that was fetched more than a minute ago is fetched again, as its keys may have changed
   * @throws ProfileError
   */
  read: (address: string, isNewer?: boolean) => Promise<PlatformProfile>;
}

interface Kept {
  profile: PlatformProfile;
  fetchedAt: number;
}

type ProfileSettings = Pick<ShopSettings, "allowedPrivateHosts">;

/** Platforms' profiles, fetched when they are first named and kept in memory. */
export function createProfiles({ allowedPrivateHosts }: ProfileSettings): Profiles {
  const kept = new LRUCache<string, Kept>({ max: footprint.profiles });
  const failures = new LRUCache<string, ProfileError>({ max: footprint.failures, ttl: failureMs });
  const underWay = new Map<string, Promise<PlatformProfile>>();
  const starts: number[] = [];

  async function fetchProfile(url: string) {
    try {
      const { profile, freshMs } = await fetchOnce(url, allowedPrivateHosts);
      kept.set(url, { profile, fetchedAt: performance.now() }, { ttl: freshMs });
      return profile;
    } catch (error) {
      if (error instanceof ProfileError) failures.set(url, error);
      throw error;
    } finally {
      underWay.delete(url);
    }
  }

  function start(url: string) {
    const now = performance.now();
    while (starts[0] !== undefined && starts[0] <= now - minute) starts.shift();
    if (underWay.size >= footprint.atOnce || starts.length >= footprint.perMinute)
      throw new ProfileError("busy", "Too many platforms are new at once");
    starts.push(now);
    const fetching = fetchProfile(url);
    underWay.set(url, fetching);
    return fetching;
  }

  return {
    async read(address, isNewer = false) {
      const url = readProfileUrl(address, allowedPrivateHosts);
      const known = kept.get(url);
      const isKnown = known && (!isNewer || known.fetchedAt > performance.now() - freshness.least);
      if (isKnown) return known.profile;
      const failed = failures.get(url);
      if (failed) throw failed;
      return underWay.get(url) ?? start(url);
    },
  };
}

/** @throws ProfileError for what isn't an address with https; hosts that the operator allows may do without */
function readProfileUrl(address: string, allowedPrivateHosts: readonly string[]) {
  const url = address.length <= longestUrl ? URL.parse(address) : null;
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && allowedPrivateHosts.includes(hostAndPort(url)));
  if (!url || !isSafe || url.username || url.password)
    throw new ProfileError("invalid_profile_url", "The platform's profile needs an address that begins with https://");
  url.hash = "";
  return url.href;
}

async function fetchOnce(url: string, allowedPrivateHosts: readonly string[]) {
  const answer = await fetchAnswer(url, allowedPrivateHosts);
  if (answer.status < 200 || answer.status > 299)
    throw new ProfileError("profile_unreachable", `The platform's profile answers ${answer.status}`);
  const profile = parseProfile(url, readJson(answer.content));
  const [, maxAge] = /(?:^|[\s,])max-age=(\d{1,9})(?:[\s,]|$)/i.exec(answer.headers["cache-control"] ?? "") ?? [];
  const freshMs = Math.min(Math.max(Number(maxAge ?? 0) * second, freshness.least), freshness.most);
  return { profile, freshMs };
}

async function fetchAnswer(url: string, allowedPrivateHosts: readonly string[]) {
  const { signal } = new AbortController();
  const options = { mostBytes, accept: "application/json", allowedPrivateHosts, signal, limits };
  try {
    return await fetchSafely(url, { ...options, keepsRedirects: true });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw toProfileError(error);
  }
}

/** Private hosts and those that don't exist get the same answer, so that it doesn't tell which names the shop's network knows. */
function toProfileError(error: OutboundError) {
  const isUnknown = (error.cause as { code?: unknown } | undefined)?.code === "ENOTFOUND";
  if (error.problem === "refused" || isUnknown)
    return new ProfileError("invalid_profile_url", "The platform's profile has no address on the internet", error);
  if (error.problem === "tooLarge")
    return new ProfileError("profile_malformed", "The platform's profile is too large", error);
  if (error.problem === "packed")
    return new ProfileError(
      "profile_malformed",
      "The platform's profile is compressed, though the shop asked for identity",
      error,
    );
  return new ProfileError("profile_unreachable", "The platform's profile can't be fetched", error);
}

function readJson(content: Uint8Array) {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch (error) {
    throw new ProfileError("profile_malformed", "The platform's profile isn't JSON", error);
  }
}
