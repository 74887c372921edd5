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

/**
 * A stored set after one product has gone from one rank to another, by which those between have moved one rank each.
 *
 * @returns undefined where that changes nothing
 */
export function shiftRanks(members: Uint8Array, from: number, to: number): StoredRanks | undefined {
  return inRankSets((sets) => {
    const set = sets.unpack(members);
    const hasMoved = set.delete(from);
    const [low, high] = [Math.min(from, to), Math.max(from, to) + 1];
    const between = set.rangeUint32Array(low, high);
    if (!hasMoved && between.length === 0) return undefined;
    set.removeRange(low, high);
    const step = to > from ? -1 : 1;
    set.orInPlace(sets.of(between.map((rank) => rank + step)));
    if (hasMoved) set.add(to);
    return store(set);
  });
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
