import { Link } from "react-router";
import type { Change } from "#shop/changes/change-log.ts";
import { Sentence } from "#ui/sentence.tsx";
import { changeSentence } from "./change-sentence.ts";
import type { LinkedThing } from "./linked-things.server.ts";

/** Stands for the name while the sentence is made. */
const place = "\u{fffc}";

type LoggedChange = Pick<Change, "kind" | "subject" | "action"> & {
  /** What it names; undefined for what is gone or has no screen. */
  thing?: LinkedThing | undefined;
};

/** A logged change as a sentence, with a link where it names something. */
export function LinkedSentence({ thing, ...change }: LoggedChange) {
  if (!thing) return <Sentence text={changeSentence(change)} names={[change.subject]} />;
  const [before, after] = changeSentence({ ...change, subject: place }).split(place);
  return (
    <>
      {before}
      <Link to={thing.to} dir="auto" className="text-link">
        {thing.name}
      </Link>
      {after}
    </>
  );
}

/** The same as a text. */
export function sentenceWithName({ thing, ...change }: LoggedChange) {
  return changeSentence(thing ? { ...change, subject: thing.name } : change);
}
