const size = 16;

/** Colors as dots next to each other. The outline shows those that the page has too. */
export function ColorDots({ colors }: { colors: string[] }) {
  return (
    <svg width={colors.length * size} height={size} aria-hidden="true" className="shrink-0">
      {colors.map((color, index) => (
        <circle
          key={color}
          cx={index * size + 7}
          cy={size / 2}
          r="6"
          fill={color}
          stroke="currentColor"
          strokeOpacity="0.4"
        />
      ))}
    </svg>
  );
}
