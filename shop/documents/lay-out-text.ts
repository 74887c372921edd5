import bidiFactory, { type EmbeddingLevels } from "bidi-js";
import LineBreaker from "linebreak";
import type { DrawnCluster } from "./choose-fonts.ts";
import type { DocumentFont } from "./open-font.ts";

/** A part of a line that one font draws, in the order in which it is read. */
export interface TextRun {
  text: string;
  font: DocumentFont;
  isRightToLeft: boolean;
}

/** Points. */
type Measure = (run: TextRun) => number;

const bidi = bidiFactory();
/** Alphabets without spaces between words: their breaks need a dictionary. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** A text on its way into lines. */
interface Layout {
  clusters: DrawnCluster[];
  /** Where each cluster begins in the text, and the text's end. */
  offsets: number[];
  text: string;
  levels: EmbeddingLevels;
}

/**
 * Breaks a text into lines that aren't wider than a width, and orders each line's runs from left to right.
 *
 * @param width points
 */
export function layOutText(clusters: DrawnCluster[], width: number, measure: Measure): TextRun[][] {
  const text = clusters.map(({ cluster }) => cluster).join("");
  const offsets = [0];
  for (const { cluster } of clusters) offsets.push((offsets.at(-1) ?? 0) + cluster.length);
  const layout: Layout = { clusters, offsets, text, levels: bidi.getEmbeddingLevels(text) };
  return breakLines(layout, width, measure).map(([from, to]) => orderedRuns(layout, from, to));
}

/** The lines, as ranges of clusters without the spaces at their ends. */
function breakLines(layout: Layout, width: number, measure: Measure): [from: number, to: number][] {
  const { clusters } = layout;
  const widthOf = (from: number, to: number) => runsOf(layout, from, to).reduce((sum, run) => sum + measure(run), 0);
  const lines: [number, number][] = [];
  let start = 0;
  let used = 0;
  const endLine = (at: number) => {
    lines.push([start, trimmedEnd(clusters, start, at)]);
    start = at;
    used = 0;
  };
  for (const [from, to] of piecesOf(layout)) {
    const shown = widthOf(from, trimmedEnd(clusters, from, to));
    if (used > 0 && used + shown > width) endLine(from);
    if (shown <= width) used += widthOf(from, to);
    else {
      for (let index = from; index < to; index++) {
        const own = widthOf(index, index + 1);
        if (used > 0 && used + own > width) endLine(index);
        used += own;
      }
    }
  }
  if (start < clusters.length) endLine(clusters.length);
  return lines;
}

function trimmedEnd(clusters: DrawnCluster[], from: number, to: number) {
  let end = to;
  while (end > from && clusters[end - 1]?.cluster === " ") end--;
  return end;
}

/** The parts of a text between which a line may end, as ranges of clusters. */
function piecesOf({ text, offsets }: Layout): [from: number, to: number][] {
  const ends = breaksIn(text);
  const pieces: [number, number][] = [];
  let start = 0;
  for (const [index, offset] of offsets.entries()) {
    if (index === 0 || (!ends.has(offset) && index < offsets.length - 1)) continue;
    pieces.push([start, index]);
    start = index;
  }
  return pieces;
}

function breaksIn(text: string) {
  const ends = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let end = breaker.nextBreak(); end; end = breaker.nextBreak()) ends.add(end.position);
  for (const { 0: part, index } of text.matchAll(unspaced)) {
    for (const word of words.segment(part)) if (word.index > 0) ends.add(index + word.index);
  }
  return ends;
}

/** The runs of a range of clusters, in the order in which they are read. */
function runsOf({ clusters, offsets, levels }: Layout, from: number, to: number): TextRun[] {
  const groups: { parts: string[]; font: DocumentFont; level: number }[] = [];
  for (let index = from; index < to; index++) {
    const { cluster, font } = clusters[index] as DrawnCluster;
    const level = levels.levels[offsets[index] ?? 0] ?? 0;
    const last = groups.at(-1);
    if (last?.font === font && last.level === level) last.parts.push(cluster);
    else groups.push({ parts: [cluster], font, level });
  }
  return groups.map(toRun);
}

/** The runs of a line from left to right. */
function orderedRuns(layout: Layout, from: number, to: number): TextRun[] {
  const { offsets, text, levels } = layout;
  const runs = runsOf(layout, from, to);
  const start = offsets[from] ?? 0;
  const end = offsets[to] ?? 0;
  if (runs.length < 2) return runs;
  const runAt: number[] = [];
  for (const [index, run] of runs.entries()) runAt.push(...Array.from({ length: run.text.length }, () => index));
  const order = bidi.getReorderedIndices(text, levels, start, end - 1).map((index) => runAt[index - start] ?? 0);
  return [...new Set(order)].map((index) => runs[index] as TextRun);
}

function toRun({ parts, font, level }: { parts: string[]; font: DocumentFont; level: number }): TextRun {
  return { text: parts.join(""), font, isRightToLeft: level % 2 === 1 };
}
