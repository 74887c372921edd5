import { href, Link } from "react-router";
import { Part } from "../screen/screen.tsx";

interface ShownMessage {
  id: number;
  subject: string;
  /** Who wrote it, as they name themselves. */
  from: string;
  when: string;
  isDone: boolean;
}

/** What people wrote about an order, such as a wish for how it is packed. */
export function OrderMessages({ messages }: { messages: ShownMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <Part title="Messages">
      <ul className="grid gap-3">
        {messages.map(({ id, subject, from, when, isDone }) => (
          <li key={id}>
            <Link
              to={href("/messages/:messageId", { messageId: String(id) })}
              className="text-link font-medium wrap-anywhere"
            >
              {subject}
            </Link>
            <span className="block text-sm wrap-anywhere text-soft">
              <bdi>{from}</bdi> · {when} · {isDone ? "Done" : "Open"}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
