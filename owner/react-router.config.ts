import type { Config } from "@react-router/dev/config";

// An app of its own: docs/decisions/0049.
export default {
  appDirectory: ".",
  buildDirectory: "../build/owner",
  basename: "/owner",
  ssr: true,
} satisfies Config;
