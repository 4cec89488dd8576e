import type { Binding, Subject } from './resources.ts'

/** With more, the sentence only counts them. */
const mostNamed = 3

const subjectName = ({ kind, namespace, name }: Subject): string =>
  `${kind} ${kind === 'ServiceAccount' ? `${namespace ?? ''}/` : ''}${name}`

/** The title of a role or a binding: `RoleBinding shop/readers`. */
export const titleOf = ({
  kind,
  namespace,
  name,
}: Pick<Binding, 'namespace' | 'name'> & { readonly kind: string }) =>
  `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`

function enumerated<T>(all: Iterable<T>, count: number, nameOf: (one: T) => string): string {
  const names: string[] = []
  for (const one of all) if (names.push(nameOf(one)) === mostNamed) break
  const rest = count - names.length
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Subjects for a sentence, the first three by their names. */
export const subjectsText = (subjects: readonly Subject[]): string =>
  enumerated(subjects, subjects.length, subjectName)

/** Names for a sentence, the first three of them. */
export const namesText = (names: ReadonlySet<string>): string =>
  enumerated(names, names.size, (name) => name)

const serviceAccounts = 'system:serviceaccounts'

/** A subject as a key: users that are ServiceAccounts have two notations. */
export function subjectKey({ kind, namespace, name }: Subject): string {
  return kind === 'ServiceAccount'
    ? `User system:serviceaccount:${namespace ?? ''}:${name}`
    : `${kind} ${name}`
}

/**
 * The keys of the subject and of the groups that Kubernetes adds it to; groups of the identity provider are unknown.
 */
export function subjectKeys(subject: Subject): readonly string[] {
  const key = subjectKey(subject)
  const groups = [...groupsOf(key)].map((name) => `Group ${name}`)
  return [key, ...groups]
}

function* groupsOf(key: string): Generator<string> {
  const [kind = '', ...rest] = key.split(' ')
  const name = rest.join(' ')
  if (name === 'system:anonymous') return yield 'system:unauthenticated'
  if (kind === 'Group' && (name === 'system:unauthenticated' || name === 'system:authenticated'))
    return
  yield 'system:authenticated'
  const [system, account, namespace] = name.split(':')
  if (kind === 'User' && system === 'system' && account === 'serviceaccount') {
    yield serviceAccounts
    yield `${serviceAccounts}:${namespace ?? ''}`
  }
  if (kind === 'Group' && name.startsWith(`${serviceAccounts}:`)) yield serviceAccounts
}

const everyone: ReadonlySet<string> = new Set([
  'User system:anonymous',
  'Group system:unauthenticated',
  'Group system:authenticated',
  `Group ${serviceAccounts}`,
])

/**
 * Subjects that include all requests: anonymous ones, authenticated ones, or those of any pod with a ServiceAccount.
 */
export const areEveryone = (subjects: readonly Subject[]): readonly Subject[] =>
  subjects.filter((subject) => everyone.has(subjectKey(subject)))
