import { Picture } from "#ui/picture.tsx";

/** A small picture before the name of what it shows. */
export function Thumbnail({ src }: { src: string }) {
  return (
    <span className="size-11 shrink-0 overflow-hidden rounded-md bg-furniture">
      <Picture src={src} alt="" sizes="2.75rem" largest={400} />
    </span>
  );
}
