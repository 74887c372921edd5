import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  buildDirectory: "../build/owner",
  basename: "/owner",
  ssr: true,
} satisfies Config;
