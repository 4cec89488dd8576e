/**
 * Uids are URLs of GitHub's API with numeric ids, which are stable across renames and transfers. They are only names:
 * no request is sent there, and they do not depend on the URL of a scan.
 */
const root = 'https://api.github.com'

export const organizationUid = (id: number): string => `${root}/organizations/${id}`

export const repositoryUid = (id: number): string => `${root}/repositories/${id}`

/** The uid of a file of a repository's default branch, by its path. */
export const fileUid = (repository: number, path: string): string =>
  `${repositoryUid(repository)}/contents/${path.split('/').map(encodeURIComponent).join('/')}`

/** Returns the kind of a uid; null if it is invalid or not in the scanner's format. */
export function readUid(uid: string): 'organization' | 'repository' | 'workflow' | null {
  if (!uid.startsWith(`${root}/`) || uid.length > 4_096) return null
  const rest = uid.slice(root.length)
  if (/^\/organizations\/[1-9]\d{0,15}$/.test(rest)) return 'organization'
  if (/^\/repositories\/[1-9]\d{0,15}$/.test(rest)) return 'repository'
  return /^\/repositories\/[1-9]\d{0,15}\/contents\/\.github\/workflows\/[^/?#\s]+$/.test(rest)
    ? 'workflow'
    : null
}
