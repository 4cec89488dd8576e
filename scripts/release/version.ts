/**
 * The version of Plumbline. It is that of `package.json`; other files of the repository repeat it, because npm, Helm and
 * readers need it there. `npm run release` sets all of them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './tree.ts'

const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Returns why a version cannot follow the current one; `tags` are those of the repository. */
export function versionProblem(
  wanted: string,
  current: string,
  tags: readonly string[],
): string | undefined {
  if (!pattern.test(wanted)) return `"${wanted}" is not a version such as 1.2.3.`
  if (tags.includes(`v${wanted}`)) return `The tag v${wanted} exists already.`
  const isCurrentReleased = tags.includes(`v${current}`)
  if (!isCurrentReleased && wanted === current) return undefined
  if (!isCurrentReleased) return `Release ${current} first: there is no tag v${current}.`
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number)
  const next = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`]
  return next.includes(wanted) ? undefined : `After ${current} comes ${next.join(', or ')}.`
}

/** In files for people and for containers: names of images, packages and archives, and of the chart. */
const inTexts = [
  /(?<=\bplumbline(?:-cli|-chart)?[:-])\d+\.\d+\.\d+/g,
  /(?<=\bVersion )\d+\.\d+\.\d+(?= is not published)/g,
]
const inChart = [/(?<=^(?:version|appVersion): ["']?)\d+\.\d+\.\d+/gm]
/** Of our packages, and of their dependencies on each other. */
const inPackages = [
  /(?<="name": "(?:plumbline|@plumbline\/[\w-]+)",\n +"version": ")[^"]+/g,
  /(?<="@plumbline\/[\w-]+": ")\d[^"]*/g,
]

interface Place {
  readonly path: string
  readonly patterns: readonly RegExp[]
}

function placesIn(root: string): Place[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: readonly string[]
  }
  const manifests = ['', ...workspaces].map((folder) => join(folder, 'package.json'))
  const texts = [
    ...filesIn(join(root, 'ship')).map(({ path }) => join('ship', path)),
    'docs/operate/install.md',
    'README.md',
  ]
  return [
    ...[...manifests, 'package-lock.json'].map((path) => ({ path, patterns: inPackages })),
    ...texts.map((path) => ({
      path,
      patterns: path.endsWith('Chart.yaml') ? [...inChart, ...inTexts] : inTexts,
    })),
  ].filter(({ path }) => existsSync(join(root, path)))
}

/** The versions that each file has, each once; files without one are left out. */
export function versionsIn(root: string): Map<string, string[]> {
  const found = placesIn(root).map(({ path, patterns }): [string, string[]] => {
    const text = readFileSync(join(root, path), 'utf8')
    const versions = patterns.flatMap((one) => text.match(one) ?? [])
    return [path, [...new Set(versions)]]
  })
  return new Map(found.filter(([, versions]) => versions.length > 0))
}

export const currentVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

export function setVersion(root: string, version: string): void {
  for (const { path, patterns } of placesIn(root)) {
    const before = readFileSync(join(root, path), 'utf8')
    const after = patterns.reduce((text, one) => text.replace(one, version), before)
    if (after !== before) writeFileSync(join(root, path), after)
  }
}
