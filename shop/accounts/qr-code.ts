import { encode } from "uqr";

/** A QR code as the path of an SVG, one unit for each module, with its margin of four (ISO/IEC 18004). */
export interface QrCode {
  size: number;
  path: string;
}

const margin = 4;

export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { border: margin });
  const rows = data.flatMap((row, y) => runsOf(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`));
  return { size, path: rows.join("") };
}

/** The dark stretches of a row. */
function runsOf(row: boolean[]) {
  const runs: { x: number; width: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.x + last.width === x) last.width++;
    else runs.push({ x, width: 1 });
  }
  return runs;
}
