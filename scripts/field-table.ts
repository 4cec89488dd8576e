/** docs/security/fields.md: the fields of each resource that a permission allows to read and write. */
import type { Endpoint } from '../server/platform/http/index.ts'

const head = `# Readable and writable fields by permission

\`npm run contract\` writes this page from the routes and resources. \`npm run check\` fails if it is not current.

\`any_member\` is any member of the tenant. Users who can read a row can read all of its fields, with these exceptions:

| Rule | Test |
|---|---|
| Roles and memberships of other users are visible only with \`manage_account\`. They are empty for other users. | \`server/features/accounts/users.test.ts\`: \`roles and memberships of other users are visible only with manage_account\` |
| Without \`unlimited_visibility\`, rows of providers outside the user's provider groups are not listed, counted or included. | \`server/platform/tenancy/visibility.test.ts\`: \`a user with limited visibility gets the complete list, reduced to the visible rows\`; \`server/platform/tenancy/visibility.test.ts\`: \`no filter, order or include leads to what is hidden\` |
| Changing the name and company of another user requires \`manage_users\`. Changing the email address and password also requires at least the same permissions, and is not possible if that user belongs to other tenants. | \`server/features/accounts/users.test.ts\`: \`another's password and address change only with the permission to manage users\`; \`server/features/accounts/users.test.ts\`: \`who manages users does not rise by taking over somebody who may more\` |
| Other fields cannot be read or written. Requests with other fields are rejected. | \`jsonapi/document.test.ts\`: \`only declared attributes are shown, even if a row has others\`; \`jsonapi/body.test.ts\`: \`rejects a read-only attribute when sent, and never requires it\` |
`

const code = (words: Iterable<string>): string =>
  [...words].map((word) => `\`${word}\``).join(', ') || 'none'
const namesOf = (one: {
  readonly attributes: object
  readonly relationships: object
}): string[] => [...Object.keys(one.attributes), ...Object.keys(one.relationships)]

/** The permissions of several routes that answer with the same fields. */
interface Shown {
  readonly may: Set<string>
  readonly fields: Set<string>
}

export function fieldPage(endpoints: readonly Endpoint[]): string {
  const read = new Map<string, Shown>()
  for (const { method, resource, may } of endpoints) {
    if (method !== 'GET' || !resource) continue
    const shown = read.get(resource.type) ?? { may: new Set(), fields: new Set() }
    shown.may.add(may)
    for (const name of namesOf(resource)) shown.fields.add(name)
    read.set(resource.type, shown)
  }
  const readRows = [...read]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([type, { may, fields }]) =>
        `| \`${type}\` | ${code([...may].toSorted())} | ${code(fields)} |`,
    )
  const writtenRows = endpoints
    .filter(({ draft }) => draft)
    .map(({ method, path, may, draft }) => {
      const fields = draft ? namesOf(draft) : []
      return [
        `${path} ${method}`,
        `| \`${method} ${path}\` | \`${may}\` | ${code(fields)} |`,
      ] as const
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
  return `${head}
## Read

| Type | With one of | Fields |
|---|---|---|
${readRows.join('\n')}

## Written

| Operation | With | Fields |
|---|---|---|
${writtenRows.join('\n')}
`
}
