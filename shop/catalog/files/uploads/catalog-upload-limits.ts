/** Bytes of a catalog file, with what a form adds. Larger ones are imported by the command line. */
export const catalogFormBytes = 64 * 1024 * 1024;
