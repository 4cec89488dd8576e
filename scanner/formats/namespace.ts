/**
 * The namespace in the uid of a resource of a cluster, `<cluster>/<kind>/<namespace>/<name>`; undefined without a
 * namespace.
 */
export function namespaceOf(uid: string): string | undefined {
  const parts = uid.split('/')
  return parts.length === 4 ? parts[2] : undefined
}
