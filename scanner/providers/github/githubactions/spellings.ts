// The texts that a command can have after the shell replaced its variables, as far as the workflow sets them.
import type { Word } from './shell.ts'

/** The values of a variable that are written in the workflow. */
export type ValuesOf = (name: string) => readonly string[]

/** The maximum number of values of one variable. */
const mostValues = 10

/** The maximum number of spellings of one command. */
const mostSpellings = 50

/** The maximum number of times that values with variables are replaced again. */
const deepest = 4

/** The maximum number of words of a command with variables. */
const mostWords = 500

/** Longer values are not followed. */
export const longestValue = 1_000

const variable =
  /\$\{(?:env:)?([A-Za-z_]\w{0,99})(?:\[[@*]\])?\}|\$(?:env:)?([A-Za-z_]\w{0,99})|%([A-Za-z_]\w{0,99})%|\$\{\{\s{0,9}env\.(\w{1,99})\s{0,9}\}\}/gi
const oneVariable = new RegExp(`^(?:${variable.source})$`, 'i')
const isArray = /\[[@*]\]\}$/

/** The programs whose commands are read, and values that begin with one. */
export const tool = /^(?:.*[/\\])?(?:git|gh|hub)(?:\.exe)?,?$/i
export const beginsWithTool =
  /^\s*(?:sudo\s+)?(?:[^\s]{0,300}[/\\])?(?:git|gh|hub)(?:\.exe)?(?:\s|$)/i

/**
 * The words of a command as written, and with the values of its variables: the first word, the arguments of git and gh,
 * and variables that contain such a command.
 */
export function spellingsOf(
  words: readonly Word[],
  valuesOf: ValuesOf,
): { readonly all: readonly (readonly Word[])[]; readonly isComplete: boolean } {
  if (words.length > mostWords) {
    const isComplete = words.every(({ text }) =>
      namesIn(text).every((name) => valuesOf(name).length === 0),
    )
    return { all: [words], isComplete }
  }
  const all = [{ words, depth: 0 }]
  const known = new Set([keyOf(words)])
  for (const { words, depth } of all) {
    if (depth >= deepest) continue
    for (const next of replaced(words, valuesOf)) {
      if (known.size >= mostSpellings)
        return { all: all.map((one) => one.words), isComplete: false }
      if (known.has(keyOf(next))) continue
      known.add(keyOf(next))
      all.push({ words: next, depth: depth + 1 })
    }
  }
  return { all: all.map((one) => one.words), isComplete: true }
}

const keyOf = (words: readonly Word[]): string => JSON.stringify(words.map(({ text }) => text))

/** The command with the first values of its variables, with the second ones, and so on. */
function replaced(words: readonly Word[], valuesOf: ValuesOf): readonly (readonly Word[])[] {
  const at = words.findIndex(({ text }) => tool.test(text))
  const first = words.findIndex(({ text }) => !/^(?:\w+=|sudo$)/.test(text))
  const known = (text: string) => valuesOf(text).slice(0, mostValues)
  const isReplaced = ({ text, isQuoted }: Word, index: number): boolean => {
    if (at >= 0) return index > at && namesIn(text).some((name) => known(name).length > 0)
    const name = nameOf(oneVariable.exec(text))
    // A variable in the place of the command is replaced by any value.
    if (index === first) return known(name).length > 0
    const isOneWord = isQuoted && !isArray.test(text)
    return known(name).some(
      (value) => beginsWithTool.test(value) && !(isOneWord && /\s/.test(value.trim())),
    )
  }
  const targets = words.map(isReplaced)
  const names = words.flatMap(({ text }, index) => (targets[index] ? namesIn(text) : []))
  const count = Math.max(0, ...names.map((name) => known(name).length))
  return Array.from({ length: count }, (_, n) =>
    words.flatMap((word, index) => (targets[index] ? withValues(word, known, n) : [word])),
  )
}

const nameOf = (found: readonly (string | undefined)[] | null): string =>
  found?.slice(1).find((name) => name !== undefined) ?? ''

const namesIn = (text: string): readonly string[] =>
  text.length > longestValue ? [] : Array.from(text.matchAll(variable), nameOf)

function withValues({ text, isQuoted }: Word, known: ValuesOf, n: number): readonly Word[] {
  const value = text.replaceAll(variable, (whole: string, ...groups: (string | undefined)[]) => {
    const values = known(groups.slice(0, 4).find((name) => name !== undefined) ?? '')
    return values[Math.min(n, values.length - 1)] ?? whole
  })
  if (value.length > longestValue) return [{ text, isQuoted }]
  const isSplit = oneVariable.test(text) && (!isQuoted || isArray.test(text))
  if (!isSplit) return [{ text: value, isQuoted }]
  const parts = value.match(/(?:\$\{\{[^}]*\}\}|\S)+/g) ?? []
  return parts.map((part) => ({ text: part.replaceAll(/^["']|["']$/g, ''), isQuoted: false }))
}
