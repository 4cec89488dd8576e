/**
 * `npm run docs:settings`: writes docs/operate/settings.md from server/settings.ts. `--check` writes nothing and fails if
 * the page is not current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../server/settings.ts'
import { type Setting } from '../server/setting.ts'

const path = join(import.meta.dirname, '../docs/operate/settings.md')

const cell = (text: string): string => text.replaceAll('|', '\\|')

function defaultOf(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'unset'
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``
}

/** `PORT`, and the other names that existing deployments use. */
const namesOf = ([name = '', ...others]: readonly string[]): string =>
  `\`${name}\`${others.length > 0 ? ` (also ${others.map((one) => `\`${one}\``).join(', ')})` : ''}`

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const rows = Object.values<Setting<unknown>>(settings).map(
  ({ names, fallback, why }) =>
    `| ${namesOf(names)} | ${defaultOf(fallback)} | ${cell(sentence(why))} |`,
)
const page = `# Settings

Plumbline reads its settings from environment variables when it starts. A value that is not valid stops the start with
one sentence that names the setting. Set the same values for every server and worker of an installation. This page is
written by \`npm run docs:settings\`.

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
