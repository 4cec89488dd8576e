/** The error for users who change an object that was deleted while they had it open. */
import { ApiProblem } from './problem.ts'

/** Names that cannot be derived from the path. */
const names: Readonly<Record<string, string>> = {
  rules: 'alert rule',
  recipients: 'alert recipient',
  'api-keys': 'API key',
  processors: 'mutelist',
  secrets: 'credential',
  'saml-config': 'SAML configuration',
}
/** Objects that users create themselves and can create again. */
const creatable = new Set([
  'mute-rules',
  'integrations',
  'roles',
  'scan-configurations',
  'provider-groups',
  'saved-views',
  'notes',
])

/** Matches the innermost object in a path: `/findings/<id>/triage/notes/<id>` is a note. */
const named = /\/([a-z-]+)\/[\da-f]{8}-[\da-f-]{27}(?!.*\/[\da-f]{8}-[\da-f-]{27})/

/**
 * Converts the error of a request to change the object at `path`: "Not found." becomes a message that names the object.
 */
export function unlessDeleted(path: string, error: unknown): unknown {
  const segment = named.exec(path)?.[1]
  if (!(error instanceof ApiProblem) || error.status !== 404 || !segment) return error
  const [first] = error.errors
  if (first?.detail !== 'Not found.' || first.source?.pointer) return error
  const name = names[segment] ?? segment.replace(/s$/, '').replaceAll('-', ' ')
  const again = creatable.has(segment) ? ' You can create it again.' : ''
  const detail = `This ${name} no longer exists. It was deleted in another tab or by another user, so nothing was saved.${again}`
  return new ApiProblem(404, [{ ...first, detail }], error.requestId)
}
