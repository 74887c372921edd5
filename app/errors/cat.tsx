const head =
  "M100 64Q126 58 152 64C164 50 178 36 192 28Q201 23 203 34Q207 64 205 88C214 102 217 120 212 136C204 172 168 192 126 192C84 192 48 172 40 136C35 118 38 102 47 88C38 74 32 60 31 50Q31 38 43 39C64 42 86 50 100 64Z";
const tail = "M232 200C230 168 242 150 262 132C280 114 296 100 294 76C292 54 274 42 256 44C240 46 230 56 230 72";
const opening = "M40 182L94 166H256L202 182Z";
const side = "M202 182L256 166L248 288L196 306Z";
const front = "M40 182H202L196 306H46Z";
const paws = [52, 162];
/** The tilted head looks puzzled. */
const lean = "rotate(-5 126 130)";

/** A sticker: the paper-coloured rim cannot be seen on a light page, and carries the ink outline on a dark one. */
export function Cat({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 320 320"
      className={className}
      fill="none"
      stroke="#1B1A17"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="A puzzled cat in a shopping bag"
    >
      <g stroke="#FBF9F5" strokeWidth="20" fill="#FBF9F5">
        <path d={tail} strokeWidth="44" fill="none" />
        <path d={head} transform={lean} />
        <path d={`${opening}${side}${front}M212 148H236V170H212Z`} />
      </g>

      <path d={opening} fill="#163A31" />
      <path d={tail} strokeWidth="29" />
      <path d={tail} stroke="#F0E0BE" strokeWidth="22" />
      <path
        d={tail}
        stroke="#EBC9BD"
        strokeWidth="22"
        strokeLinecap="butt"
        pathLength="100"
        strokeDasharray="0 28 6 6 6 6 6 6 6 6 6 100"
      />
      <path d="M232 61Q230 66 230 72" stroke="#FBF9F5" strokeWidth="22" />

      <path d={side} fill="#163A31" />
      <path d="M196 306L224 262L248 288M224 262L225.5 236" strokeWidth="2.5" />
      <ellipse cx="228" cy="206" rx="11" ry="13" fill="#A3213F" stroke="none" />
      <path d={front} fill="#1E4D40" />
      <path d="M80 184Q126 216 172 184Z" fill="#163A31" stroke="none" />
      <path d="M90 206C90 252 152 252 152 206" stroke="#F0E0BE" strokeWidth="5" />
      <path d="M106 262H136M121 262V288" stroke="#F0E0BE" strokeWidth="6" />

      <g transform={lean}>
        <path d={head} fill="#F0E0BE" />
        <g fill="#EBC9BD" stroke="none">
          <path d="M44 52Q48 68 57 82Q67 70 83 66Q64 55 44 52ZM191 43Q196 62 195 82Q182 70 166 66Q177 52 191 43Z" />
          <path d="M117 61H135L128 91Q126 95 124 91ZM101 64L112 62L111 80Q109 84 107 80ZM151 64L140 62L141 80Q143 84 145 80Z" />
          <circle cx="70" cy="156" r="13" />
          <circle cx="192" cy="154" r="13" />
        </g>
        <path d={head} />
        <g fill="#FBF9F5" stroke="none">
          <ellipse cx="134" cy="162" rx="34" ry="23" />
          <ellipse cx="96" cy="130" rx="16" ry="18" fill="#1B1A17" />
          <ellipse cx="170" cy="128" rx="17" ry="20" fill="#1B1A17" />
          <circle cx="102" cy="123" r="6" />
          <circle cx="176" cy="120" r="6.5" />
          <circle cx="91" cy="139" r="3" />
          <circle cx="165" cy="138" r="3" />
        </g>
        <path d="M85 105Q93 102 102 105M162 92Q172 83 183 90" strokeWidth="4" />
        <path
          d="M126 148H142Q145 148 143 151L136 157Q134 159 132 157L125 151Q123 148 126 148Z"
          fill="#A3213F"
          stroke="none"
        />
        <path d="M134 158V163M122 167Q129 172 134 163Q140 173 147 165" />
        <path d="M56 142L37 138M56 152L38 154M203 142L216 138M203 152L215 153" strokeWidth="2.5" />
      </g>

      {paws.map((x) => (
        <g key={x} transform={`translate(${x} 169)`}>
          <path d="M0 27V15C0-5 30-5 30 15V27C30 45 0 45 0 27Z" fill="#FBF9F5" />
          <path d="M10 31V38M20 31V38" strokeWidth="2.5" />
        </g>
      ))}
    </svg>
  );
}
