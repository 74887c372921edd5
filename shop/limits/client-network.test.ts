import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCodePoint } from "../../tests/support/any-text.ts";
import { networkOf } from "./client-network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 203.0.113.7 ", "203.0.113.7"],
  ["203.0.113.7:5678", "203.0.113.7"],
  ["203.000.113.007", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::"],
  ["[2001:db8:1:2::9]:443", "2001:db8:1:2::"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::"],
  ["2001:db8::4:5:6:7:8", "2001:db8:0:4::"],
  ["2001:db8::1", "2001:db8::"],
  ["fe80::1%eth0", "fe80::"],
  ["[fe80::1%25eth0]:443", "fe80::"],
  ["::1", "::"],
  ["", "unreadable"],
  ["unknown", "unreadable"],
  ["203.0.113", "unreadable"],
  ["203.0.113.256", "unreadable"],
  ["203.0.113.7:http", "unreadable"],
  ["1:2:3:4:5:6:7:8:9", "unreadable"],
  ["x".repeat(10_000), "unreadable"],
])("%j has the key %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const word = fc.integer({ min: 0, max: 0xffff });
const words = (length: number) => fc.array(word, { minLength: length, maxLength: length });
const port = fc.integer({ min: 0, max: 0xffff });
// Zeros in a row are what spellings shorten.
const sparseWords = fc.array(fc.oneof(fc.constant(0), word), { minLength: 8, maxLength: 8 });

/** One of the spellings that an IPv6 address may have. */
function spelled(groups: number[]) {
  const texts = fc.tuple(
    ...groups.map((group) => fc.constantFrom(group.toString(16), group.toString(16).padStart(4, "0"))),
  );
  const runs = groups.flatMap((_, start) =>
    groups.flatMap((_, end) =>
      end >= start && groups.slice(start, end + 1).every((group) => group === 0) ? [[start, end]] : [],
    ),
  );
  return fc
    .record({
      texts,
      run: fc.constantFrom(undefined, ...runs),
      isUpper: fc.boolean(),
      zone: fc.constantFrom("", "%eth0", "%25en1"),
      port: fc.option(port),
    })
    .map(({ texts, run, isUpper, zone, port }) => {
      const [start = 0, end = 0] = run ?? [];
      const short = run ? `${texts.slice(0, start).join(":")}::${texts.slice(end + 1).join(":")}` : texts.join(":");
      const text = `${isUpper ? short.toUpperCase() : short}${zone}`;
      return port === null ? text : `[${text}]:${port}`;
    });
}

// Security: 2.2.1
test("all spellings of an IPv6 address and all addresses of its /64 share a key", () => {
  const pairs = fc
    .tuple(sparseWords, words(4))
    .filter(([groups]) => groups.slice(0, 4).some((group) => group !== 0))
    .chain(([groups, host]) => fc.tuple(spelled(groups), spelled([...groups.slice(0, 4), ...host])));
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      expect(networkOf(one)).toBe(networkOf(other));
    }),
  );
});

test("two IPv6 networks never share a key", () => {
  const pairs = fc
    .tuple(sparseWords, sparseWords)
    .filter(([one, other]) => one.slice(0, 4).join() !== other.slice(0, 4).join())
    .filter((both) => both.every((groups) => groups.slice(0, 4).some((group) => group !== 0)))
    .chain(([one, other]) => fc.tuple(spelled(one), spelled(other)));
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      expect(networkOf(one)).not.toBe(networkOf(other));
    }),
  );
});

test("all spellings of an IPv4 address share its key, IPv4-mapped ones too", () => {
  const spellings = fc.tuple(fc.ipV4(), port).chain(([address, port]) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
    const mapped = spelled([0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d]);
    const written = fc.constantFrom(address, `${address}:${port}`, `::ffff:${address}`, `[::ffff:${address}]:${port}`);
    return fc.tuple(fc.constant(address), fc.oneof(written, mapped));
  });
  fc.assert(
    fc.property(spellings, ([address, spelling]) => {
      expect(networkOf(spelling)).toBe(address);
    }),
  );
});

test("any text has a short key, which is its own key", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCodePoint }),
    fc.ipV6(),
    fc.stringMatching(/^[\d.:a-f[\]%]*$/),
  );
  fc.assert(
    fc.property(text, (address) => {
      const network = networkOf(address);
      expect(network).toMatch(/^([\d.]{7,15}|[\da-f:]{2,21}|unreadable)$/);
      expect(networkOf(network)).toBe(network);
    }),
  );
});
