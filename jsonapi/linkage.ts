import { type Failed, type Fault, failed, isObject, uuid } from './fields/index.ts'
import { echo, invalid, maxProblems, type Problem, raise, step } from './problem.ts'
import type { AnyRelationship } from './relationships.ts'

const maxLinks = 1_000

/**
 * Reads the body of a to-many relationship endpoint, `{ data: [{ type, id }] }`, into ids.
 * `type` may be missing; another one is a problem, as is the same id twice.
 */
export function parseLinkage(type: string, body: unknown): readonly string[] {
  const problems: Problem[] = []
  const ids = readRelationship({ many: true, type, meta: false }, body, collect(problems))
  raise(problems)
  return Array.isArray(ids) ? ids : []
}

/** Reads `{ data }` of one relationship: an id, null, or a list of ids. */
export function readRelationship(
  link: AnyRelationship,
  value: unknown,
  fault: Fault,
): string | null | readonly string[] | Failed {
  if (!isObject(value) || value.data === undefined) {
    return fault('The relationship must have "data".', 'required')
  }
  onlyMembers(value, ['data'], fault)
  const { data } = value
  const at = below(fault, '/data')
  if (link.many) return readMany(link.type, data, at)
  if (data !== null) return readIdentifier(link.type, data, at)
  return link.nullable ? null : at('This field may not be null.', 'null')
}

function readMany(type: string, data: unknown, fault: Fault): readonly string[] | Failed {
  if (!Array.isArray(data)) return fault('Must be a list of identifiers.', 'invalid_type')
  if (data.length > maxLinks) return fault(`Must have at most ${maxLinks} items.`, 'max_items')
  const ids = new Set<string>()
  let wrong = false
  for (const [index, item] of data.entries()) {
    const at = below(fault, step(index))
    const id = readIdentifier(type, item, at)
    if (id === failed) wrong = true
    else if (ids.has(id)) at('This identifier is given twice.', 'duplicate')
    else ids.add(id)
  }
  return wrong || ids.size < data.length ? failed : [...ids]
}

function readIdentifier(type: string, value: unknown, fault: Fault): string | Failed {
  if (!isObject(value)) return fault('Must be an object with "type" and "id".', 'invalid_type')
  onlyMembers(value, ['type', 'id'], fault)
  if (value.type !== undefined && value.type !== type) {
    fault(`Must be "${type}".`, 'wrong_type', '/type')
    return failed
  }
  if (value.id === undefined) return fault('This field is required.', 'required', '/id')
  return uuid.read(value.id, below(fault, '/id'))
}

/** Turns faults into problems with pointers from the root of the body. */
export const collect =
  (problems: Problem[]): Fault =>
  (detail, code, at = '') => {
    if (problems.length < maxProblems) problems.push(invalid(at, detail, code))
    return failed
  }

/** A fault that points below `pointer`. */
export const below =
  (fault: Fault, pointer: string): Fault =>
  (detail, code, at = '') =>
    fault(detail, code, pointer + at)

export function onlyMembers(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  fault: Fault,
): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      fault(`There is no field "${echo(name)}" here.`, 'unknown', step(name))
  }
}
