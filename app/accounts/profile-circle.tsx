import { Icon, type IconProps } from "#ui/icons.tsx";

/** A customer's picture, or a generic icon. */
export function ProfileCircle({ imageUrl, className = "" }: { imageUrl?: string | null; className?: string }) {
  return (
    <span
      className={`grid place-items-center overflow-hidden rounded-full bg-furniture lined text-on-tile ${className}`}
    >
      {imageUrl ? (
        <img src={imageUrl} alt="" width={256} height={256} className="size-full object-cover" />
      ) : (
        <UserIcon className="size-3/4" />
      )}
    </span>
  );
}

function UserIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="8.5" r="3.75" />
      <path d="M4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" />
    </Icon>
  );
}
