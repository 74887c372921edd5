import type { ComparedLine } from "#shop/backups/describe-restore.ts";

/** What a backup has, beside what the shop has. */
export function ComparedData({ lines }: { lines: ComparedLine[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">The backup, compared with the shop</caption>
      <thead>
        <tr className="border-b border-line text-sm text-soft">
          <td />
          <th scope="col" className="py-2 pr-4 text-start font-medium">
            Backup
          </th>
          <th scope="col" className="py-2 text-start font-medium">
            This shop
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, backup, shop }) => (
          <tr key={label} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-4 text-start font-medium">
              {label}
            </th>
            <td className="py-2 pr-4 wrap-anywhere">{backup}</td>
            <td className="py-2 wrap-anywhere">{shop}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
