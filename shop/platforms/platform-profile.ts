import * as v from "valibot";
import { safeParse } from "../forms/validate.ts";
import type { VerifyingKey } from "./http-signatures.ts";
import { protocolVersion } from "./protocol-version.ts";

/** What the shop needs of a platform's profile. */
export interface PlatformProfile {
  /** Where it is, by which the platform is known. */
  url: string;
  /** The protocol's version. */
  version: string;
  /** The versions of each capability that the platform knows. */
  capabilities: ReadonlyMap<string, string[]>;
  /** Where it wants to receive its orders' events. */
  webhookUrl?: string;
  keys: VerifyingKey[];
}

/**
 * Why a platform's profile can't be used:
 *
 * - `invalid_profile_url`: the address names no profile that anyone could fetch.
 * - `profile_unreachable`: nobody answers there now.
 * - `profile_malformed`: what is there is no profile.
 * - `busy`: the shop is fetching as many as it fetches at once.
 */
export type ProfileProblem = "invalid_profile_url" | "profile_unreachable" | "profile_malformed" | "busy";

export class ProfileError extends Error {
  override name = "ProfileError";
  readonly code: ProfileProblem;

  constructor(code: ProfileProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

// Limits keep a profile small in memory, whatever it has.
const most = { names: 100, versions: 10, keys: 20 };
const longest = { name: 200, part: 200, url: 2000 };

const version = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
const text = v.pipe(v.string(), v.maxLength(longest.part));
const capability = v.object({ version, config: v.optional(v.object({ webhook_url: v.optional(v.string()) })) });
const key = v.object({
  kid: text,
  kty: text,
  crv: v.optional(text),
  x: v.optional(text),
  y: v.optional(text),
});
/** Tells the version of any profile, so that an old one isn't called malformed. */
const versioned = v.object({ ucp: v.object({ version }) });
const profile = v.object({
  ucp: v.object({
    services: v.optional(registryOf(v.object({ version }))),
    capabilities: v.optional(registryOf(capability), {}),
    payment_handlers: v.optional(registryOf(v.object({ version }))),
  }),
  signing_keys: v.optional(v.array(key), []),
});
const order = "dev.ucp.shopping.order";

/** Entries by their names. A record of valibot may be a list. */
function registryOf<Entry extends v.GenericSchema>(entry: Entry) {
  const isNoList = v.check((names: unknown) => !Array.isArray(names));
  return v.pipe(v.unknown(), isNoList, v.record(v.string(), v.array(entry)));
}

/**
 * Reads a platform's profile. Registries that it leaves out are empty: published profiles do, though the schema asks for them. Of another version of
 * the protocol only the version is read. See docs/decisions/0264.
 *
 * @throws ProfileError
 */
export function parseProfile(url: string, content: unknown): PlatformProfile {
  const malformed = () => new ProfileError("profile_malformed", "The platform's profile doesn't follow the protocol");
  const declared = safeParse(versioned, content);
  if (!declared.success) throw malformed();
  const known = { url, version: declared.output.ucp.version };
  if (known.version !== protocolVersion) return { ...known, capabilities: new Map(), keys: [] };
  const read = safeParse(profile, content);
  if (!read.success) throw malformed();
  const { ucp, signing_keys } = read.output;
  const entries = Object.entries(ucp.capabilities).filter(([name]) => name.length <= longest.name);
  const webhookUrl = ucp.capabilities[order]?.find(({ config }) => config?.webhook_url)?.config?.webhook_url;
  return {
    ...known,
    capabilities: new Map(
      entries
        .slice(0, most.names)
        .map(([name, versions]) => [name, versions.slice(0, most.versions).map(({ version }) => version)]),
    ),
    ...(webhookUrl !== undefined && webhookUrl.length <= longest.url && { webhookUrl }),
    keys: signing_keys.slice(0, most.keys),
  };
}
