/**
 * A piece of SQL with its values beside it. Values never become text: they travel as parameters,
 * so pieces compose without quoting. `toStatement` numbers the parameters at the end.
 */
export interface Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** What the drivers take: text with $1…$n and its values. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const pieces = new WeakSet<object>()

function piece(strings: readonly string[], values: readonly unknown[]): Sql {
  const made = { strings, values }
  pieces.add(made)
  return made
}

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && pieces.has(value)

/** SQL from a template: a nested piece is spliced in, everything else becomes a parameter. */
export function sql(template: TemplateStringsArray, ...holes: readonly unknown[]): Sql {
  const strings = [template[0] as string]
  const values: unknown[] = []
  holes.forEach((hole, at) => {
    const next = template[at + 1] as string
    if (isSql(hole)) {
      strings[strings.length - 1] += hole.strings[0] as string
      strings.push(...hole.strings.slice(1))
      values.push(...hole.values)
      strings[strings.length - 1] += next
    } else {
      values.push(hole)
      strings.push(next)
    }
  })
  return piece(strings, values)
}

/** Constant text from code, never from a request: a column, a direction, a table. */
export const raw = (text: string): Sql => piece([text], [])

export const empty = raw('')

/**
 * Begins a statement whose best plan depends on its values. Any other is prepared when it comes again, and
 * its plan may then be one for all values alike.
 */
export const plannedForValues = raw('/* planned for its values */ ')

export function join(parts: readonly Sql[], between = ', '): Sql {
  const [first, ...rest] = parts
  if (!first) return empty
  return rest.reduce((all, part) => sql`${all}${raw(between)}${part}`, first)
}

/** All of the conditions; `true` for an empty list. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join(conditions, '\n   and ')

export function toStatement({ strings, values }: Sql): Statement {
  let text = strings[0] as string
  for (let at = 1; at < strings.length; at += 1) text += `$${at}${strings[at] as string}`
  return { text, values }
}
