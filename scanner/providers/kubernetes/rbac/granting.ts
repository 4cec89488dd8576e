/** Grants of bindings by their roles: the evaluation shared by the checks of this folder. */
import { fail, type Index, pass, type Verdict } from '../../../kit/index.ts'
import { type Bound, isOwnBinding } from './bootstrapped.ts'
import type { Binding, Role, Rule, Subject } from './resources.ts'
import { subjectsText, titleOf } from './subjects.ts'

/** The join with the roles of bindings. */
export const withRoles = { roles: { by: 'uid', fields: ['rules'] } } as const

/** The join with the bindings of roles. */
export const withBindings = {
  bindings: {
    by: 'uid',
    fields: ['name', 'kind', 'namespace', 'role_kind', 'role_name', 'role', 'subjects'],
  },
} as const

export type JudgedBinding = Bound & Pick<Binding, 'role'>
export type JudgedRole = Pick<Role, 'uid' | 'kind' | 'namespace' | 'name'> & {
  readonly rules: readonly Rule[]
}
export type Roles = Pick<Index<{ readonly rules: readonly Rule[] }>, 'get'>
export type Bindings = Index<JudgedBinding, Pick<Binding, 'role' | 'uid'>>

export const roleTitle = ({ role_kind, role_name }: Pick<Binding, 'role_kind' | 'role_name'>) =>
  `${role_kind} ${role_name}`

export const noRole = (binding: JudgedBinding): Verdict =>
  pass(
    `The ${titleOf(binding)} refers to the ${roleTitle(binding)}, which does not exist, so it grants no permissions.`,
  )

/**
 * A power to search for, as the end of `lets alice …`: in general, and the part that rules allow; null if they allow
 * none of it.
 */
export interface Power {
  readonly general: string
  readonly of: (rules: readonly Rule[]) => string | null
}

/** Fails a binding whose role has the power. No verdict without subjects, and for a cluster's own binding. */
export function judgeBinding(
  binding: JudgedBinding,
  roles: Roles,
  power: Power,
): Verdict | readonly Verdict[] {
  if (binding.subjects.length === 0) return []
  const role = roles.get(binding.role)
  if (!role) return noRole(binding)
  if (isOwnBinding(binding, role.rules)) return []
  const held = power.of(role.rules)
  const whom = subjectsText(binding.subjects)
  const where = binding.namespace === null ? '' : ` in the namespace ${binding.namespace}`
  return held === null
    ? pass(`The ${titleOf(binding)} does not allow ${whom} to ${power.general}.`)
    : fail(
        `The ${titleOf(binding)} allows ${whom} to ${held}${where} through the ${roleTitle(binding)}.`,
      )
}

/** Fails a role that has the power and is bound to a subject. Empty if all its bindings are the cluster's own. */
export function judgeRole(
  role: JudgedRole,
  bindings: Bindings,
  power: Power,
): Verdict | readonly Verdict[] {
  const held = power.of(role.rules)
  if (held === null)
    return pass(`The ${titleOf(role)} does not allow its subjects to ${power.general}.`)
  const holding = bindingsOf(role, bindings)
  if (holding.length === 0)
    return pass(
      `The ${titleOf(role)} allows its subjects to ${held}, but no binding grants it to a subject.`,
    )
  const others = holding.filter((binding) => !isOwnBinding(binding, role.rules))
  return others.length === 0
    ? []
    : fail(`The ${titleOf(role)} allows ${holders(others)} to ${held}.`)
}

/** The bindings of a role to at least one subject. */
export function bindingsOf({ uid }: JudgedRole, bindings: Bindings): readonly JudgedBinding[] {
  const uids = byRole.get(bindings) ?? uidsByRole(bindings)
  byRole.set(bindings, uids)
  return (uids.get(uid) ?? [])
    .map((one) => bindings.get(one))
    .filter((one) => one !== undefined)
    .filter(({ subjects }) => subjects.length > 0)
}

/** Cached, so that one pass over all bindings of a scan serves all roles. */
const byRole = new WeakMap<Bindings, ReadonlyMap<string, readonly string[]>>()

function uidsByRole(bindings: Bindings): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  bindings.where(({ role, uid }) => {
    const uids = found.get(role) ?? []
    found.set(role, uids)
    uids.push(uid)
    return false // unread subjects affect only their own role
  })
  return found
}

/** The subjects of a role's bindings, and the first binding. */
export function holders(bindings: readonly JudgedBinding[]): string {
  const subjects: Subject[] = []
  for (const binding of bindings) for (const subject of binding.subjects) subjects.push(subject)
  const [first, ...more] = bindings
  const by = first ? titleOf(first) : ''
  return `${subjectsText(subjects)} (${by}${more.length > 0 ? ` and ${more.length} more` : ''})`
}
