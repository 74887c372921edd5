import { expect, test } from "vitest";
import { release } from "./release-changelog.mjs";

const day = new Date("2026-11-26T12:00:00Z");

test("a release gives the unreleased changes its version and day, and leaves older ones alone", () => {
  const before = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Maps.\n\n## [1.0.0] - 2026-11-23\n\n- All.\n";
  expect(release(before, "1.1.0", day)).toBe(
    "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-11-26\n\n### Added\n\n- Maps.\n\n## [1.0.0] - 2026-11-23\n\n- All.\n",
  );
});

test.for(["# Changelog\n", "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-11-23\n\n### Added\n\n- All.\n"])(
  "a changelog without unreleased changes is no release: %j",
  (changelog) => {
    expect(() => release(changelog, "1.1.0", day)).toThrow("The changelog has no unreleased changes");
  },
);
