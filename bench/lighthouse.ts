import products from "../catalog/products.json" with { type: "json" };
import config from "../tests/playwright.config.ts";
import { openRunningShop } from "../tests/support/running-shop.ts";
import { median, type Table } from "./support/results.ts";
import { openStaticPages } from "./support/static-page.ts";
import { runTool, ToolError } from "./support/tools.ts";

const runs = 3;
const pages = ["/", "/products", `/products/${products[0]?.id}`, "/cart"];

/** Lighthouse's scores on a simulated phone with slow 4G (its default), compared with the same texts and pictures as static pages. */
export async function* measure(): AsyncIterable<Table> {
  const { shop, close } = await openRunningShop("sqlite");
  const control = await openStaticPages(shop.url, pages);
  try {
    const rows = [];
    for (const page of pages) rows.push(await compare(page, shop.url, control.url));
    yield {
      title: "Lighthouse",
      note: `Median of ${runs} runs on a simulated phone with slow 4G, alternating with the control: the page's own texts, pictures and fonts as one hand-written static page (\`bench/support/static-page.ts\`). The cart is private and not indexed, which costs it SEO points.`,
      rows,
    };
  } finally {
    await control.close();
    await close();
  }
}

async function compare(page: string, shopUrl: string, controlUrl: string) {
  const ours: Report[] = [];
  const theirs: Report[] = [];
  for (let run = 0; run < runs; run++) {
    ours.push(await audit(shopUrl + page));
    theirs.push(await audit(controlUrl + page));
  }
  const middle = (reports: Report[], value: (report: Report) => number) => median(reports.map(value));
  const lcp = (report: Report) => report.audits["largest-contentful-paint"].numericValue;
  const tbt = (report: Report) => report.audits["total-blocking-time"].numericValue;
  const score = (category: keyof Report["categories"]) =>
    Math.round(100 * middle(ours, ({ categories }) => categories[category].score));
  return {
    page,
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best practices": score("best-practices"),
    SEO: score("seo"),
    "LCP, ms": Math.round(middle(ours, lcp)),
    "control's": Math.round(middle(theirs, lcp)),
    ratio: (middle(ours, lcp) / middle(theirs, lcp)).toFixed(2),
    "TBT, ms": Math.round(middle(ours, tbt)),
    "control's TBT": Math.round(middle(theirs, tbt)),
    CLS: middle(ours, (report) => report.audits["cumulative-layout-shift"].numericValue).toFixed(3),
  };
}

interface Report {
  categories: Record<"performance" | "accessibility" | "best-practices" | "seo", { score: number }>;
  audits: Record<
    "largest-contentful-paint" | "total-blocking-time" | "cumulative-layout-shift",
    { numericValue: number }
  >;
}

const maxAttempts = 3;

/** Lighthouse sometimes misses the start of the page in its recording (NO_NAVSTART), and asks to be run again. */
async function audit(url: string): Promise<Report> {
  const { executablePath, args = [] } = config.use?.launchOptions ?? {};
  const flags = `--chrome-flags=${["--headless=new", ...args].join(" ")}`;
  const environment = { CHROME_PATH: executablePath };
  for (let tries = 1; ; tries++) {
    try {
      return JSON.parse(await runTool("lighthouse", [url, "--quiet", "--output=json", flags], environment));
    } catch (error) {
      if (!(error instanceof ToolError) || tries === maxAttempts) throw error;
      console.error(`${error.message} Trying again …`);
    }
  }
}
