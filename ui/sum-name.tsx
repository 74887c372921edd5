import { Sentence } from "./sentence.tsx";

/** The name of an order's sum. In parentheses it may have a text that people typed: "Shipping (Express)". */
export function SumName({ name }: { name: string }) {
  return <Sentence text={name} names={[/\((.+)\)$/s.exec(name)?.[1]]} />;
}
