/** Names of roles and bindings: the API server accepts all without `/` or `%`, of any length. */
import { hash } from 'node:crypto'
import type { ListName } from './client.ts'

const lists: readonly ListName[] = [
  'list clusterroles',
  'list clusterrolebindings',
  'list roles',
  'list rolebindings',
]

export const holdsRoles = (list: ListName): boolean => lists.includes(list)

const longest = 253

/**
 * The name in uids and sentences: control characters are percent-encoded, and the end of a long name is replaced by its
 * hash. Different names stay different; otherwise the author of a role could choose the findings that it hides.
 */
export function roleName(name: string): string {
  const plain = name.toWellFormed().replaceAll(/[%\p{Cc}]/gu, (sign) => encodeURIComponent(sign))
  return plain.length > longest
    ? `${plain.slice(0, 180).toWellFormed()}%%${hash('sha256', plain)}`
    : plain
}
