import roaring from "roaring-wasm";

const { RoaringBitmap32 } = roaring;

/**
 * Products by their ranks in one order, as a Roaring bitmap (https://roaringbitmap.org): a large catalog's half takes a bit each, a
 * brand's ten products ten numbers, and how many two sets share is counted without listing them. Its memory isn't JavaScript's, so
 * sets live no longer than a function (`inRankSets`).
 */
export type RankSet = InstanceType<typeof RoaringBitmap32>;

/** A set in the form that `catalogLists` keeps it in. */
export interface StoredRanks {
  count: number;
  members: Uint8Array;
}

/** @param ranks ascending */
export function storeRanks(ranks: Iterable<number>): StoredRanks {
  return inRankSets((sets) => store(sets.of(ranks)));
}

/** @returns the stored set with a change */
export function changeRanks(members: Uint8Array, change: (set: RankSet) => void): StoredRanks {
  return inRankSets((sets) => {
    const set = sets.unpack(members);
    change(set);
    return store(set);
  });
}

/** The ranks in a stored set, ascending. */
export function listRanks(members: Uint8Array): Uint32Array {
  return inRankSets((sets) => sets.unpack(members).toUint32Array());
}

/** Ranks from `low` to `high` that move by one. */
export interface Shift {
  low: number;
  high: number;
  by: 1 | -1;
}

/** Moves the ranks of a set that are between two. */
export function shiftRanks(set: RankSet, { low, high, by }: Shift) {
  const between = set.rangeUint32Array(low, high + 1);
  set.removeRange(low, high + 1);
  set.addMany(between.map((rank) => rank + by));
}

function store(set: RankSet): StoredRanks {
  return { count: set.size, members: Buffer.from(set.serialize("portable")) };
}

/** What makes sets, which live as long as the function that is given it. */
export interface RankSets {
  of: (ranks: Iterable<number>) => RankSet;
  unpack: (packed: Uint8Array) => RankSet;
  union: (sets: RankSet[]) => RankSet;
  intersection: (one: RankSet, other: RankSet) => RankSet;
}

/** Works with sets and disposes of all of them. @returns what `work` gives, which holds none of them */
export function inRankSets<Result>(work: (sets: RankSets) => Result): Result {
  const made: RankSet[] = [];
  const keep = (set: RankSet) => {
    made.push(set);
    return set;
  };
  try {
    return work({
      of: (ranks) => keep(RoaringBitmap32.from(ranks)),
      unpack: (packed) => keep(RoaringBitmap32.deserialize(packed, "portable")),
      union: (sets) => (sets.length === 1 ? (sets[0] as RankSet) : keep(RoaringBitmap32.orMany(sets))),
      intersection: (one, other) => keep(RoaringBitmap32.and(one, other)),
    });
  } finally {
    for (const set of made) set.dispose();
  }
}
