/** What the finder shows of a screen, or of a record such as an order. */
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

/** Each group shows its first few: the lists show all. */
export const mostFound = 5;
