/** Which font has the glyphs of a script. Files: fonts/README.md. Tags: ISO 15924. */

export type Face = `NotoSans${string}`

export interface Script {
  readonly tag: string
  readonly face: Face
  readonly isOf: RegExp
}

const script = (tag: string, isOf: RegExp, face: Face): Script => ({ tag, isOf, face })

/** The most frequent are first. */
const scripts: readonly Script[] = [
  script('Latn', /\p{sc=Latin}/u, 'NotoSans'),
  script('Cyrl', /\p{sc=Cyrillic}/u, 'NotoSans'),
  script('Grek', /\p{sc=Greek}/u, 'NotoSans'),
  script('Hani', /\p{sc=Han}/u, 'NotoSansCJK'),
  script('Kana', /\p{sc=Katakana}|\p{sc=Hiragana}/u, 'NotoSansCJK'),
  script('Hang', /\p{sc=Hangul}/u, 'NotoSansCJK'),
  script('Bopo', /\p{sc=Bopomofo}/u, 'NotoSansCJK'),
  script('Arab', /\p{sc=Arabic}/u, 'NotoSansArabic'),
  script('Hebr', /\p{sc=Hebrew}/u, 'NotoSansHebrew'),
  script('Deva', /\p{sc=Devanagari}/u, 'NotoSansDevanagari'),
  script('Beng', /\p{sc=Bengali}/u, 'NotoSansBengali'),
  script('Thai', /\p{sc=Thai}/u, 'NotoSansThai'),
  script('Taml', /\p{sc=Tamil}/u, 'NotoSansTamil'),
  script('Telu', /\p{sc=Telugu}/u, 'NotoSansTelugu'),
  script('Gujr', /\p{sc=Gujarati}/u, 'NotoSansGujarati'),
  script('Guru', /\p{sc=Gurmukhi}/u, 'NotoSansGurmukhi'),
  script('Knda', /\p{sc=Kannada}/u, 'NotoSansKannada'),
  script('Mlym', /\p{sc=Malayalam}/u, 'NotoSansMalayalam'),
  script('Orya', /\p{sc=Oriya}/u, 'NotoSansOriya'),
  script('Sinh', /\p{sc=Sinhala}/u, 'NotoSansSinhala'),
  script('Armn', /\p{sc=Armenian}/u, 'NotoSansArmenian'),
  script('Geor', /\p{sc=Georgian}/u, 'NotoSansGeorgian'),
  script('Ethi', /\p{sc=Ethiopic}/u, 'NotoSansEthiopic'),
  script('Khmr', /\p{sc=Khmer}/u, 'NotoSansKhmer'),
  script('Laoo', /\p{sc=Lao}/u, 'NotoSansLao'),
  script('Mymr', /\p{sc=Myanmar}/u, 'NotoSansMyanmar'),
  script('Thaa', /\p{sc=Thaana}/u, 'NotoSansThaana'),
]

/** Where signs of no script are looked for, and those that the font of their script lacks. */
export const sharedFaces: readonly Face[] = [
  'NotoSans',
  'NotoSansSymbols',
  'NotoSansSymbols2',
  'NotoSansCJK',
]

/** Every font file. */
export const faces: readonly Face[] = [
  ...new Set([...scripts.map(({ face }) => face), ...sharedFaces]),
]

/** Undefined for spaces, digits, punctuation and symbols, and for scripts without a font. `last` is tried first. */
export function scriptOf(sign: string, last: Script | undefined): Script | undefined {
  if (last?.isOf.test(sign)) return last
  return scripts.find(({ isOf }) => isOf.test(sign))
}
