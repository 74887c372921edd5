import { UserIcon } from "./icons.tsx";

/** A customer's picture, or a drawing of nobody in particular. */
export function ProfileCircle({ imageUrl, className = "" }: { imageUrl?: string | null; className?: string }) {
  return (
    <span
      className={`grid place-items-center overflow-hidden rounded-full bg-furniture ring-1 ring-line text-on-tile ${className}`}
    >
      {imageUrl ? (
        <img src={imageUrl} alt="" width={256} height={256} className="size-full object-cover" />
      ) : (
        <UserIcon className="size-3/4" />
      )}
    </span>
  );
}
