/** docs/security/fields.md: which fields of which resource somebody with a permission reads and writes. */
import type { Endpoint } from '../server/platform/http/index.ts'

const head = `# Who reads and writes which fields

\`npm run contract\` writes this page from the routes and resources, and \`npm run check\` fails while it is old.

\`any_member\` is any member of the tenant. Whoever may read a row of an account reads all of its fields, but:

| Rule | Held by |
|---|---|
| Roles and memberships of other users are for who has \`manage_account\`; others find them empty. | \`server/features/accounts/users.test.ts\`: \`another's roles and memberships are shown only to those who manage the account\` |
| Without \`unlimited_visibility\` there are no rows of accounts outside one's provider groups, wherever they are counted or included. | \`server/platform/tenancy/visibility.test.ts\`: \`a list of one who sees a part is the list of one who sees all, narrowed to that part\`; \`server/platform/tenancy/visibility.test.ts\`: \`no filter, order or include leads to what is hidden\` |
| Name and company of another user are changed by who has \`manage_users\`; address and password only by who has at least the same rights, and not if that user is a member of other tenants too. | \`server/features/accounts/users.test.ts\`: \`another's password and address change only with the permission to manage users\`; \`server/features/accounts/users.test.ts\`: \`who manages users does not rise by taking over somebody who may more\` |
| A field that no row below has is neither read nor written: what is sent beside them is refused. | \`jsonapi/document.test.ts\`: \`only what is declared is shown, whatever else a row holds\`; \`jsonapi/body.test.ts\`: \`a read-only attribute is refused when sent and never asked for\` |
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
