/** Completions of the last part of the text in the filter box: `service:s3`, `resource_name~logs`, or words. */
import { number } from '../kit/words.ts'
import { type Filter, filters, namedFilter, type NameOf, plainName } from './filters.ts'
import { plainText, quoted, quotedWord, type Token, tokensOf } from './tokens.ts'
import { canBeNegated, type IdsOf } from './typed.ts'

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

/** Names of the rows whose ids are values. */
export interface RowNames {
  readonly nameOf: NameOf
  readonly idsOf: IdsOf
  /** The UID of an account. */
  readonly uidOf: (id: string) => string | undefined
}

const noRows: RowNames = { nameOf: plainName, idsOf: () => undefined, uidOf: () => undefined }

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
  const isEnded = token === undefined || (/\s$/.test(text) && isComplete(token))
  return isEnded
    ? { before: text, token: undefined }
    : { before: text.slice(0, token.start), token }
}

/** False inside quotes and after the comma of a list. */
const isComplete = ({ text, key, isOpen }: Token): boolean =>
  !isOpen && !(key && text.endsWith(','))

/** Returns the completions of a text: values of the last named filter, else matching names and values. */
export function completions(
  text: string,
  known: Known,
  rows: RowNames = noRows,
): readonly Completion[] {
  const { before, token } = typing(text)
  const filter = token?.key && namedFilter(token.key.name)
  const { nameOf } = rows
  const named = { known, rows }
  if (token?.key && filter) return ofFilter(text, token, filter, named)
  if (token?.key) return [wordCompletion(before, plainText(token))]
  const isNegated = token?.text.startsWith('-') ?? false
  const word = (token?.values[0] ?? '').slice(isNegated ? 1 : 0)
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
  readonly rows: RowNames
}

/** Values for a name that was typed. */
function ofFilter(text: string, token: Token, filter: Filter, named: Named): readonly Completion[] {
  const { known, rows } = named
  if (token.isNegated && !canBeNegated(filter)) return []
  const beforeValue = text.slice(0, token.lastAt).trimEnd()
  const isInList = beforeValue.endsWith(',')
  const isEmpty = text.slice(token.lastAt).trim() === ''
  const part = isEmpty ? '' : (token.values.at(-1) ?? '')
  const values =
    token.key?.sign === '~'
      ? []
      : knownValues(filter, known)
          .filter(([value]) => has(value, part) || has(rows.nameOf(filter.name, value), part))
          .slice(0, most)
          .map((value) => valueCompletion(beforeValue, filter, value, named))
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
  { rows: { nameOf, idsOf, uidOf } }: Named,
): Completion {
  const name = filter.isRow ? nameOf(filter.name, value) : value
  // A name that would filter other accounts too is typed as the UID, or as the id.
  const names = filter.isRow ? [name, uidOf(value) ?? value] : [value]
  const typed = names.find((one) => !filter.isRow || idsOf(one)?.length === 1) ?? value
  const uid = typed === name ? undefined : uidOf(value)
  return {
    label: `${tokensOf(lead).at(-1)?.text}${name}`,
    note: count === undefined ? uid : number(count),
    text: lead + quoted(typed),
    isDone: true,
  }
}
