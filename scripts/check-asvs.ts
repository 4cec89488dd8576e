/** Checks docs/security/asvs.md: each requirement of levels 1 and 2 has a row, and each test it names exists. */
import { testNames } from './documents.ts'

const states = ['held', 'not applicable', 'open'] as const
type State = (typeof states)[number]

interface Row {
  readonly id: string
  readonly level: string
  readonly state: string
  /** The tests that verify it, or why it does not apply, or what is missing. */
  readonly says: string
}

export interface Asvs {
  /** How many requirements are met, do not apply and are open. */
  readonly note: string
  /** Sentences about rows that are wrong. */
  readonly problems: readonly string[]
}

/** The rows of the page's tables whose first cell is the id of a requirement, such as 6.2.1. */
const rowsOf = (page: string): readonly Row[] =>
  page.split('\n').flatMap((line) => {
    if (!/^\| \d/.test(line)) return []
    const [id = '', level = '', , state = '', ...rest] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return [{ id, level, state, says: rest.join('|') }]
  })

/** Each requirement of levels 1 and 2 with its level. */
const requiredBy = (levels: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(levels).flatMap(([section, digits]) =>
      [...digits].flatMap((level, index): [string, string][] =>
        level === '3' ? [] : [[`${section}.${index + 1}`, level]],
      ),
    ),
  )

/** Problems in the row of a met requirement. `read` returns undefined for a missing file. */
function heldProblems({ id, says }: Row, read: (path: string) => string | undefined): string[] {
  const named = [...says.matchAll(/`([^`]+)`: `([^`]+)`/g)]
  if (named.length === 0) return [`${id} is held and names no test.`]
  return named.flatMap(([, path = '', name = '']) => {
    const source = read(path)
    if (source === undefined) return [`${id} names ${path}, which is not there.`]
    return testNames(source).includes(name) ? [] : [`${id}: ${path} has no test "${name}".`]
  })
}

function rowProblems(row: Row, read: (path: string) => string | undefined): string[] {
  if (row.state === 'held') return heldProblems(row, read)
  if (!states.some((state) => state === row.state)) {
    return [`${row.id} is "${row.state}", which is none of: ${states.join(', ')}.`]
  }
  return row.says === '' ? [`${row.id} is ${row.state} and does not say why.`] : []
}

export function checkAsvs(
  page: string,
  levels: Readonly<Record<string, string>>,
  read: (path: string) => string | undefined,
): Asvs {
  const rows = rowsOf(page)
  const required = requiredBy(levels)
  const ids = rows.map(({ id }) => id)
  const count = (state: State): number => rows.filter((row) => row.state === state).length
  const note = states.map((state) => `${state} ${count(state)}`).join(', ')
  return {
    note,
    problems: [
      ...[...required.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} has no row.`),
      ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} has two rows.`),
      ...rows.flatMap(({ id, level }) => {
        if (!required.has(id)) return [`${id} is no requirement of level 1 or 2.`]
        return required.get(id) === level ? [] : [`${id} is of level ${required.get(id)}.`]
      }),
      ...rows.flatMap((row) => rowProblems(row, read)),
      ...(page.includes(`**${note}**`) ? [] : [`The page has to say **${note}**.`]),
    ],
  }
}
