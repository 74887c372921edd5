/** What the finder shows of a screen, order, product or customer. */
export interface Found {
  title: string;
  detail: string | undefined;
  /** With the basename. */
  address: string;
}

export interface FoundGroup {
  name: string;
  results: Found[];
}
