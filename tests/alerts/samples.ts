/** What a scrape of `/metrics` has found: values by series, such as `torg_jobs{kind="mail",state="failed"}`. */
export type Samples = ReadonlyMap<string, number>;

const [label, value] = [String.raw`\w+="(?:[^"\\]|\\.)*"`, String.raw`\S+`];
const line = new RegExp(`^(\\w+(?:\\{${label}(?:,${label})*\\})?) (${value})$`);

/** Parses Prometheus's text format. */
export function parseSamples(text: string): Samples {
  const lines = text.split("\n").filter((one) => one && !one.startsWith("#"));
  return new Map(
    lines.map((one) => {
      const [, series, number] = line.exec(one) ?? [];
      if (series === undefined) throw new Error(`No sample: ${one}`);
      return [series, number === "Nan" ? Number.NaN : Number(number?.replace("+Inf", "Infinity"))];
    }),
  );
}

/** A series with the labels that Prometheus adds to what it scrapes. */
export function withTarget(series: string) {
  const target = 'instance="shop:3000",job="torg"';
  return series.endsWith("}") ? series.replace("{", `{${target},`) : `${series}{${target}}`;
}
