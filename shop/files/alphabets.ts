/** The letters beyond a–z of the languages that each encoding was made for. What comes first wins where two fit equally well. */
export const alphabets: Record<string, string[]> = {
  "windows-1252": [
    "æøåéòôêèóüäö",
    "åäöéü",
    "äöüßé",
    "àâçéèêëîïôûù",
    "áéíóúñü",
    "ãõáâàéêíóôúçü",
    "àèéìòùí",
    "áðéíóúýþæö",
    "éëïöüèáóç",
    "õäöüšž",
  ],
  "windows-1250": ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"],
  "windows-1251": [
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "абвгдежзијклљмнњопрстћуфхцчџшђѓќѕ",
  ],
  "windows-1253": ["αάβγδεέζηήθιίϊκλμνξοόπρσςτυύϋφχψωώ"],
  "windows-1254": ["çğıiöşüâîû"],
  "windows-1255": ["אבגדהוזחטיךכלםמןנסעףפץצקרשת"],
  "windows-1256": ["ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ"],
  "windows-1257": ["ąčęėįšųūž", "āčēģīķļņšūž", "õäöüšž"],
  "windows-874": ["กขคฆงจฉชซญฎฏฐณดตถทธนบปผฝพฟภมยรฤลวศษสหฬอฮะัาำิีึืุูเแโใไๅๆ็่้๊๋์"],
  "iso-8859-2": ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áéíóöőúüű"],
  "koi8-r": ["абвгдеёжзийклмнопрстуфхцчшщъыьэюя"],
  "iso-8859-5": ["абвгдеёжзийклмнопрстуфхцчшщъыьэюя"],
  "x-mac-cyrillic": ["абвгдеёжзийклмнопрстуфхцчшщъыьэюя"],
  ibm866: ["абвгдеёжзийклмнопрстуфхцчшщъыьэюя"],
  "iso-8859-7": ["αάβγδεέζηήθιίϊκλμνξοόπρσςτυύϋφχψωώ"],
  macintosh: ["æøåéòôêèó", "åäöéü", "äöüßé", "àâçéèêëîïôûùœ", "áéíóúñü", "ãõáâàéêíóôúç"],
};

const hanzi = /^\p{sc=Han}$/u;
const eastAsian = /^[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffefー]$/u;
/** Of the characters that Chinese and Japanese use, some that shops need. */
const frequentHanzi = new Set(
  "的一是不了在人有大来來以中上到国國和地子时時出要就下可年生茶杯紅红綠绿白黑色小号號男女飲饮料食品用家新品水金木日本手心書书衣鞋包",
);
/** Fewer could be a few accented letters by chance. */
const leastEastAsian = 4;
/** Signs that stand between words in any language. */
const sign = /^[€™®©°×½¼¾§«»„“”‚‘’–—…•·±µ№£¥\u00a0]$/;
// A word is looked at from its first letter only: from each of its letters, a long one would take minutes.
const nonAsciiWord = /(?<![\p{L}\p{M}])[\p{L}\p{M}]*[\u0080-\u{10ffff}][A-Za-z\u0080-\u{10ffff}]*/gu;

/** From 0 to 1: how much of the text beyond ASCII is where a language of the encoding has it. */
export function scoreText(text: string, encoding: string) {
  const words = text.match(nonAsciiWord) ?? [];
  const languages = alphabets[encoding]?.map((letters) => new Set(letters)) ?? [undefined];
  return Math.max(...languages.map((letters) => scoreWords(words, letters)));
}

function scoreWords(words: string[], letters: Set<string> | undefined) {
  let fitting = 0;
  let all = 0;
  for (const word of words) {
    const telling = [...word].filter((character) => character > "\x7f");
    all += telling.length;
    const weight = weighWord(word, telling.length);
    for (const character of telling) fitting += weight * weigh(character, letters);
  }
  return all < (letters ? 1 : leastEastAsian) ? 0 : fitting / all;
}

function weigh(character: string, letters: Set<string> | undefined) {
  if (sign.test(character)) return 0.9;
  if (letters) return letters.has(character.toLowerCase()) ? 1 : 0;
  if (eastAsian.test(character) || frequentHanzi.has(character)) return 1;
  return hanzi.test(character) ? 0.9 : 0;
}

/** No language mixes scripts in a word, or writes a capital after a small letter, and few words are all accents. */
function weighWord(word: string, telling: number) {
  if (/\p{Ll}\p{Lu}|^[ьъ]|ъ$/u.test(word)) return 0;
  if (!/\p{sc=Latin}/u.test(word)) return 1;
  if (/[^\p{sc=Latin}\P{L}]/u.test(word)) return 0;
  return telling <= 2 || telling * 2 <= word.length ? 1 : 0.7;
}
