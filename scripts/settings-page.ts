/**
 * `npm run docs:settings`: writes docs/operate/settings.md from server/settings.ts. `--check` writes nothing and fails if
 * the page is not current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretParts } from '../server/internal-addresses.ts'
import { settings } from '../server/settings.ts'
import { type Setting } from '../server/setting.ts'

const path = join(import.meta.dirname, '../docs/operate/settings.md')

const cell = (text: string): string => text.replaceAll('|', '\\|')

function defaultOf(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'unset'
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``
}

const code = (texts: readonly string[]): string => texts.map((one) => `\`${one}\``).join(', ')

/** `PORT`, and the other names that existing deployments use; for a secret, the names for its file. */
const namesOf = ({ names, isSecret }: Setting<unknown>): string => {
  const [name = '', ...others] = names
  const files = isSecret ? names.map((one) => `${one}_FILE`) : []
  const also = [...others, ...files]
  return `${code([name])}${also.length > 0 ? ` (also ${code(also)})` : ''}`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const rows = Object.values<Setting<unknown>>(settings).map(
  (one) => `| ${namesOf(one)} | ${defaultOf(one.fallback)} | ${cell(sentence(one.why))} |`,
)
const page = `# Settings

Plumbline reads its settings from environment variables when it starts. A value that is not valid stops the start with
one sentence that names the setting. Set the same values for every server and worker of an installation. This page is
written by \`npm run docs:settings\`.

A secret can be in a file, such as a Docker secret, a mounted Kubernetes secret or a systemd credential. Set its name with
\`_FILE\` to the path of the file, for example \`ENCRYPTION_KEY_FILE=/run/secrets/encryption_key\`. Newlines at the end of
the file are ignored. The file may have at most 64 kB. If the setting and its file are both set, Plumbline does not start.
The passwords ${code(secretParts)} can be in files too.

| Setting | Default | Meaning |
|---|---|---|
${rows.join('\n')}
`

if (!process.argv.includes('--check')) {
  writeFileSync(path, page)
} else if (!existsSync(path) || readFileSync(path, 'utf8') !== page) {
  process.stdout.write('docs/operate/settings.md is not current. Run npm run docs:settings.\n')
  process.exitCode = 1
}
