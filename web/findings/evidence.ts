/** The evidence of a check, as a list of names and values. */

export interface Value {
  /** `policy.Statement.0.Effect` */
  readonly path: string
  readonly text: string
}

const mostValues = 24
const mostCharacters = 400

/** Leaves in their order, with long ones truncated; `more` is the number of omitted leaves. */
export function evidenceOf(raw: unknown): {
  readonly values: readonly Value[]
  readonly more: number
} {
  const all = [...leaves(raw, '')]
  return { values: all.slice(0, mostValues), more: Math.max(0, all.length - mostValues) }
}

function* leaves(value: unknown, path: string): Generator<Value> {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length > 0) {
      for (const [name, one] of entries) yield* leaves(one, path ? `${path}.${name}` : name)
      return
    }
  }
  yield { path: path || 'value', text: shown(value) }
}

/** An absent value is evidence too, so it is shown. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'object') return Array.isArray(value) ? 'empty list' : 'empty'
  const text = String(value)
  if (text === '') return 'empty text'
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)} …` : text
}
