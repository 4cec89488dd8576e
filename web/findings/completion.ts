/** Completions of the last part of the text in the filter box: `service:s3`, `resource_name~logs`, or words. */
import { number } from '../kit/words.ts'
import { type Filter, filters, namedFilter, type NameOf, plainName } from './filters.ts'
import { quoted, quotedWord, type Token, tokensOf } from './tokens.ts'
import { canBeNegated } from './typed.ts'

/** A completion of the typed text. */
export interface Completion {
  readonly label: string
  /** Displayed after the label: the number of findings, or an explanation. */
  readonly note?: string | undefined
  /** The whole text after selecting the completion. */
  readonly text: string
  /** A value is selected, so that the text can be applied. */
  readonly isDone: boolean
}

/** Known values by filter, with the number of findings of each. */
export type Known = Readonly<Record<string, Readonly<Record<string, number | undefined>>>>

const most = 12

const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

const knownValues = (
  filter: Filter,
  known: Known,
): readonly (readonly [string, number | undefined])[] =>
  filter.values
    ? filter.values.map((value) => [value, known[filter.name]?.[value]] as const)
    : Object.entries(known[filter.name] ?? {})

/** The end of the text that is being typed, and the text before it. */
function typing(text: string): { readonly before: string; readonly token: Token | undefined } {
  const token = tokensOf(text).at(-1)
  // A space after a complete part begins the next one.
  const isEnded = token === undefined || (/\s$/.test(text) && isComplete(text))
  return isEnded
    ? { before: text, token: undefined }
    : { before: text.slice(0, token.start), token }
}

/** False inside quotes and after a comma. */
const isComplete = (text: string): boolean =>
  (text.match(/(?<!\\)["“”]/g) ?? []).length % 2 === 0 && !/,\s*$/.test(text)

/** Returns the completions of a text: values of the last named filter, else matching names and values. */
export function completions(
  text: string,
  known: Known,
  nameOf: NameOf = plainName,
): readonly Completion[] {
  const { before, token } = typing(text)
  const filter = token?.key && namedFilter(token.key.name)
  const named = { known, nameOf }
  if (token?.key && filter) return ofFilter(text, token, filter, named)
  if (token?.key) return [wordCompletion(before, token.text)]
  const isNegated = token?.text.startsWith('-') ?? false
  const word = (token?.values[0] ?? '').replace(/^-/, '')
  const minus = isNegated ? '-' : ''
  const names = filters
    .filter((one) => !isNegated || canBeNegated(one))
    .filter(({ name, title, aliases = [] }) =>
      [name, title, ...aliases].some((one) => has(one, word)),
    )
    .map(({ name, title }) => ({
      label: `${minus}${name}:`,
      note: title,
      text: `${before}${minus}${name}:`,
      isDone: false,
    }))
  if (word === '' || isNegated) return names
  const values = filters.flatMap((one) =>
    knownValues(one, known)
      .filter(([value]) => has(value, word) || has(nameOf(one.name, value), word))
      .slice(0, 4)
      .map(([value, count]) =>
        valueCompletion(`${before}${one.name}:`, one, [value, count], named),
      ),
  )
  return [wordCompletion(before, word), ...values, ...names].slice(0, most)
}

interface Named {
  readonly known: Known
  readonly nameOf: NameOf
}

/** Values for a name that was typed. */
function ofFilter(
  text: string,
  token: Token,
  filter: Filter,
  { known, nameOf }: Named,
): readonly Completion[] {
  if (token.isNegated && !canBeNegated(filter)) return []
  const isInList = text.slice(0, token.lastAt).trimEnd().endsWith(',')
  const isEmpty = text.slice(token.lastAt).trim() === ''
  const part = isEmpty ? '' : (token.values.at(-1) ?? '')
  const values =
    token.key?.sign === '~'
      ? []
      : knownValues(filter, known)
          .filter(([value]) => has(value, part) || has(nameOf(filter.name, value), part))
          .slice(0, most)
          .map((value) =>
            valueCompletion(text.slice(0, token.lastAt), filter, value, { known, nameOf }),
          )
  const contains: readonly Completion[] =
    filter.isText && part !== '' && !isInList
      ? [
          {
            label: `${filter.name}~${part}`,
            note: 'contains',
            text: `${text.slice(0, token.start)}${filter.name}~${quoted(part)}`,
            isDone: true,
          },
        ]
      : []
  return [...values, ...contains]
}

const wordCompletion = (before: string, word: string): Completion => ({
  label: `“${word}”`,
  note: 'search',
  text: before + quotedWord(word),
  isDone: true,
})

/** `lead` is the text up to the value. */
function valueCompletion(
  lead: string,
  filter: Filter,
  [value, count]: readonly [string, number | undefined],
  { known, nameOf }: Named,
): Completion {
  const name = filter.values ? value : nameOf(filter.name, value)
  const others = Object.keys(known[filter.name] ?? {}).filter((one) => one !== value)
  // A name that two rows have is typed as an id.
  const isUnique = others.every((other) => nameOf(filter.name, other) !== name)
  return {
    label: `${tokensOf(lead).at(-1)?.text}${name}`,
    note: count === undefined ? undefined : number(count),
    text: lead + quoted(isUnique ? name : value),
    isDone: true,
  }
}
