// Neither package has types.
declare module "@marbec/web-auto-extractor" {
  /** Reads structured data out of HTML. */
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean; embedSource?: string[] });
    parse(html: string): object;
  }
}

declare module "@adobe/structured-data-validator" {
  interface Issue {
    issueMessage: string;
    severity: "ERROR" | "WARNING";
    path?: { type?: string; property?: string }[];
    fieldNames?: string[];
  }

  /** Judges structured data by what Google asks for, and by schema.org's vocabulary if it has one. */
  export default class Validator {
    constructor(vocabulary?: object);
    validate(extracted: object): Promise<Issue[]>;
  }
}
