/** The error for users who change an object that was deleted while they had it open. */
import { ApiProblem } from './problem.ts'

/** Names that do not follow from the path. */
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

/** The innermost object that a path names: `/findings/<id>/triage/notes/<id>` is a note. */
const named = /\/([a-z-]+)\/[\da-f]{8}-[\da-f-]{27}(?!.*\/[\da-f]{8}-[\da-f-]{27})/

/** The error of a request to change what is at `path`; one that only says "Not found." says what is missing. */
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
