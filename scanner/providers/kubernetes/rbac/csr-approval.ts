/** Approving a certificate requires two permissions, which two bindings of one subject may grant. */
import type { Index } from '../../../kit/index.ts'
import type { Roles } from './granting.ts'
import { approvedSigners, changesApprovals } from './powers.ts'
import type { Binding, Rule, Subject } from './resources.ts'
import { oncePerRole } from './rules.ts'
import { namesText, subjectKey, subjectKeys } from './subjects.ts'

const halves = ['approvals', 'signers'] as const
type Half = (typeof halves)[number]

type Bound = Pick<Binding, 'uid' | 'name' | 'kind' | 'role'> & {
  readonly subjects: readonly Subject[]
}
type Bindings = Index<Bound, Pick<Binding, 'kind' | 'role'>>

/** The signers of Kubernetes for which rules allow approval, for a sentence; null if none. */
export const ownSigners = oncePerRole<string | null>((rules) => {
  const names = approvedSigners(rules)
  if (names === 'every') return 'every signer'
  const own = new Set([...names].filter((name) => name.startsWith('kubernetes.io/')))
  return own.size > 0 ? namesText(own) : null
})

const holds: Readonly<Record<Half, (rules: readonly Rule[]) => boolean>> = {
  approvals: changesApprovals,
  signers: (rules) => ownSigners(rules) !== null,
}

/** The subjects that have each half, with the name of one binding that grants it. */
type Holders = Readonly<Record<Half, ReadonlyMap<string, string>>>

function holdersIn(bindings: Bindings, roles: Roles): Holders {
  const gives = (role: string, half: Half) => holds[half](roles.get(role)?.rules ?? [])
  const found = { approvals: new Map<string, string>(), signers: new Map<string, string>() }
  const isHalf = ({ kind, role }: Pick<Binding, 'kind' | 'role'>) =>
    kind === 'ClusterRoleBinding' && halves.some((half) => gives(role, half))
  for (const { name, role, subjects } of bindings.where(isHalf)) {
    for (const half of halves) {
      if (!gives(role, half)) continue
      for (const subject of subjects) found[half].set(subjectKey(subject), name)
    }
  }
  return found
}

/** Cached for all bindings of a scan. */
const known = new WeakMap<Bindings, Holders>()

/** Returns a ClusterRoleBinding that grants the other half to a subject of this one; null if none does. */
export function otherHalf(
  { subjects }: { readonly subjects: readonly Subject[] },
  { bindings, roles }: { readonly bindings: Bindings; readonly roles: Roles },
  half: Half,
): string | null {
  const holders = known.get(bindings) ?? holdersIn(bindings, roles)
  known.set(bindings, holders)
  for (const subject of subjects) {
    for (const key of subjectKeys(subject)) {
      const name = holders[half].get(key)
      if (name !== undefined) return name
    }
  }
  return null
}
