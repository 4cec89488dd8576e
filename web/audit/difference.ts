/** The changes of an event: members whose values differ before and after. */

export interface Change {
  /** `roles.0`, `name` */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: unknown
  readonly after: unknown
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null

/**
 * The whole value before and after for values that were added, removed or replaced; in objects and lists only the
 * members that differ.
 */
export function differences(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (isMembers(before) && isMembers(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) =>
      differences(before[name], after[name], path ? `${path}.${name}` : name),
    )
  }
  if (before === after) return []
  const isAbsent = (value: unknown): boolean => value === undefined || value === null
  if (isAbsent(before) && isAbsent(after)) return []
  // For a created or deleted row, each member separately.
  if (path === '' && isAbsent(before) && isMembers(after)) return differences({}, after)
  if (path === '' && isAbsent(after) && isMembers(before)) return differences(before, {})
  const kind = isAbsent(before) ? 'added' : isAbsent(after) ? 'removed' : 'changed'
  return [{ path, kind, before, after }]
}

/** Formats a value for users. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
