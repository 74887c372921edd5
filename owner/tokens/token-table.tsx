import type { Scope } from "#shop/tokens/scopes.ts";
import { Table } from "#ui/table.tsx";
import { Question } from "../forms/question.tsx";

/** A token as its screen shows it. */
export interface ShownToken {
  id: string;
  name: string;
  scopes: Scope[];
  /** Days and moments in words. */
  created: string;
  expires: string | undefined;
  isExpired: boolean;
  lastUsed: string | undefined;
}

/** All tokens, each with a button that revokes it. */
export function TokenTable({ tokens }: { tokens: ShownToken[] }) {
  return (
    <Table
      caption="Tokens"
      rows={tokens}
      keyOf={({ id }) => id}
      empty="No program has access yet."
      room="some"
      columns={[
        {
          name: "Name",
          isTitle: true,
          cell: ({ name, created }) => (
            <>
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="block text-sm text-soft">Created {created}</span>
            </>
          ),
        },
        {
          name: "Scopes",
          cell: ({ scopes }) => (
            <ul className="text-sm">
              {scopes.map((scope) => (
                <li key={scope}>{scope}</li>
              ))}
            </ul>
          ),
        },
        { name: "Last used", cell: ({ lastUsed }) => lastUsed ?? "Never" },
        {
          name: "Expires",
          cell: ({ expires = "Never", isExpired }) =>
            isExpired ? <span className="text-berry">Expired {expires}</span> : expires,
        },
        {
          name: "Revoke",
          heading: <span className="sr-only">Revoke</span>,
          isTitle: true,
          cell: ({ id, name }) => (
            <div className="flex justify-end stacked:justify-start stacked:mt-1">
              <Question
                id={`revoke-${id}`}
                button="Revoke"
                buttonLabel={`Revoke ${name}`}
                title={`Revoke ${name}?`}
                answer="Revoke token"
                step="revoke"
                fields={{ id }}
              >
                Programs that use this token are refused at once. It can't be brought back.
              </Question>
            </div>
          ),
        },
      ]}
    />
  );
}
