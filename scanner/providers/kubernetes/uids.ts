/**
 * Uids of resources of a cluster: `<cluster>/<kind>/<namespace>/<name>`, without a namespace for cluster-wide
 * resources.
 */

/** The cluster's name as the first part of uids, escaped because names of contexts may contain slashes. */
export const clusterSegment = (context: string): string =>
  context.replaceAll('%', '%25').replaceAll('/', '%2F')

const contextOf = (segment: string): string => segment.replaceAll('%2F', '/').replaceAll('%25', '%')

export interface Uid {
  /** The name of the context. */
  readonly cluster: string
  /** In lower case: `pod`. */
  readonly kind: string
  readonly namespace: string | null
  readonly name: string
}

/** A context of 253 slashes, a kind of 63 letters with its API group, a namespace and a name. */
const longest = 3 * 253 + 63 + 3 * 254 + 2

/** Returns null for a uid that is invalid or not in the scanner's format. */
export function readUid(uid: string): Uid | null {
  if (uid.length > longest) return null
  const parts = uid.split('/')
  if ((parts.length !== 3 && parts.length !== 4) || parts.includes('')) return null
  const [cluster = '', kind = ''] = parts
  const namespace = parts.length === 4 ? (parts[2] ?? '') : null
  const context = contextOf(cluster)
  if (clusterSegment(context) !== cluster || kind !== kind.toLowerCase()) return null
  return { cluster: context, kind, namespace, name: parts.at(-1) ?? '' }
}
