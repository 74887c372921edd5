import type { CSSProperties, ReactNode } from "react";
import type { MailReceipt } from "../mail-content.ts";
import { hairline, look, Typed } from "./mail-parts.tsx";

/** A receipt: its details, its items, and what they cost. */
export function Receipt({ details = [], lines, sums = [] }: MailReceipt) {
  const hasPictures = lines.some(({ picture }) => picture);
  // In pixels, by the widest digit.
  const amountWidth = Math.max(0, ...lines.map(({ amount }) => amount.length * 9));
  const sumWidth = Math.max(0, ...sums.map(([, amount]) => amount.length * 13));
  return (
    <>
      <Table style={{ margin: 0 }}>
        {details.map(([name, value]) => (
          <Row key={name} kind="detail" value={<Typed text={value} />}>
            {name}
          </Row>
        ))}
      </Table>
      <Table style={{ margin: "16px 0 24px", borderTop: hairline, borderBottom: hairline }}>
        {lines.map(({ title, variant, note, amount, picture }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two products may have the same title, and the lines never change
          <Row key={index} kind="item" picture={hasPictures && pictureCell(picture)} value={amount} width={amountWidth}>
            <Typed text={title} />
            <br />
            {variant && (
              <>
                <span {...look("soft")}>
                  <Typed text={variant} />
                </span>
                <br />
              </>
            )}
            <span {...look("soft")}>{note}</span>
          </Row>
        ))}
      </Table>
      <Table style={{ margin: "0 0 32px" }}>
        {sums.map(([name, amount]) => (
          <Row key={name} kind={name === sums.at(-1)?.[0] ? "total" : "sum"} value={amount} width={sumWidth}>
            <Typed text={name} />
          </Row>
        ))}
      </Table>
    </>
  );
}

/** The columns are as wide as their first row says: a long word makes none of them wider. */
function Table({ children, style }: { children: ReactNode[]; style: CSSProperties }) {
  const looks = { width: "100%", tableLayout: "fixed", borderCollapse: "collapse", ...style } as const;
  if (children.length === 0) return null;
  return (
    <table className="line" width="100%" style={looks}>
      <tbody>{children}</tbody>
    </table>
  );
}

const rows = {
  detail: { padding: 4, nameLook: "soft", valueLook: "ink" },
  item: { padding: 8, nameLook: "ink", valueLook: "ink" },
  sum: { padding: 2, nameLook: "ink", valueLook: "ink" },
  total: { padding: 8, nameLook: "large", valueLook: "large" },
} as const;

interface RowProps {
  kind: keyof typeof rows;
  picture?: ReactNode;
  /** The name. */
  children: ReactNode;
  value: ReactNode;
  /** Of a column of amounts, in pixels; 0 leaves them out. */
  width?: number;
}

function Row({ kind, picture, children, value, width }: RowProps) {
  const { padding, nameLook, valueLook } = rows[kind];
  const [nameWidth, whiteSpace] = width === undefined ? ["40%"] : [undefined, "nowrap" as const];
  const name = { ...top, padding: `${padding}px 16px ${padding}px 0`, textAlign: "left", width: nameWidth } as const;
  const amount = { ...top, padding: `${padding}px 0`, textAlign: "right", whiteSpace } as const;
  return (
    <tr>
      {picture}
      <th scope="row" {...look(nameLook, name)}>
        {children}
      </th>
      {width !== 0 && (
        <td width={width} {...look(valueLook, amount)}>
          {value}
        </td>
      )}
    </tr>
  );
}

const top = { verticalAlign: "top" } as const;

/** An item without a picture has an empty tile in its place. */
function pictureCell(src: string | undefined) {
  const tile = { display: "block", border: 0, borderRadius: 8, backgroundColor: "#E9E4DA" };
  return (
    <td width={56} style={{ ...top, padding: "8px 12px 8px 0" }}>
      {src ? (
        <img src={src} alt="" width={56} height={56} fetchPriority="low" style={tile} />
      ) : (
        <div style={{ ...tile, width: 56, height: 56 }} />
      )}
    </td>
  );
}
