/** The fragments of `changelog.d/`, and how a release moves them into `CHANGELOG.md`. */

const titles = { added: 'Added', changed: 'Changed', removed: 'Removed', fixed: 'Fixed' } as const
type Kind = keyof typeof titles
const fragmentName = /^\d+-[a-z0-9-]+\.(added|changed|fixed|removed)\.md$/

export interface Fragment {
  /** Of its file. */
  readonly name: string
  readonly text: string
}

/** Returns the part of a fragment that is invalid, if one is. */
export function fragmentProblem({ name, text }: Fragment): 'name' | 'text' | undefined {
  if (!fragmentName.test(name)) return 'name'
  return name.endsWith('.added.md') && !text.startsWith('You can now ') ? 'text' : undefined
}

const kindOf = ({ name }: Fragment): Kind => fragmentName.exec(name)?.[1] as Kind

const byNumber = (a: Fragment, b: Fragment): number =>
  Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10) || (a.name < b.name ? -1 : 1)

function sectionsOf(fragments: readonly Fragment[]): string {
  const sorted = fragments.toSorted(byNumber)
  return (Object.keys(titles) as Kind[])
    .map((kind) => ({ kind, found: sorted.filter((one) => kindOf(one) === kind) }))
    .filter(({ found }) => found.length > 0)
    .map(({ kind, found }) => {
      const lines = found.map(({ text }) => `- ${text.trim().replaceAll(/\s+/g, ' ')}\n`)
      return `### ${titles[kind]}\n\n${lines.join('')}`
    })
    .join('\n')
}

const headings = /^## (\S+)(.*)$/gm
const unreleased = ' (unreleased)'

interface Section {
  readonly version: string
  /** The rest of its heading. */
  readonly note: string
  readonly start: number
  readonly end: number
}

function sections(text: string): Section[] {
  const found = [...text.matchAll(headings)]
  return found.map((match, at) => ({
    version: match[1] ?? '',
    note: match[2] ?? '',
    start: match.index,
    end: found[at + 1]?.index ?? text.length,
  }))
}

const sectionFor = (text: string, version: string): Section | undefined =>
  sections(text).find((one) => one.version === version)

/** The text below the heading of a version, in `CHANGELOG.md` or `UPGRADING.md`; empty if there is none. */
export function sectionText(text: string, version: string): string {
  const { start, end } = sectionFor(text, version) ?? { start: 0, end: 0 }
  return text.slice(start, end).replace(headings, '').trim()
}

export const isReleased = (text: string, version: string): boolean =>
  (sectionFor(text, version)?.note ?? unreleased) !== unreleased

/**
 * The changelog with the fragments below the version and its day. The text of a section `(unreleased)` of the version
 * stays before them.
 */
export function releasedChangelog(
  text: string,
  fragments: readonly Fragment[],
  { version, date }: { version: string; date: Date },
): string {
  const heading = `## ${version} (${date.toISOString().slice(0, 10)})`
  const section = sectionFor(text, version)
  const start = section?.start ?? sections(text)[0]?.start ?? text.length
  const end = section?.end ?? start
  const parts = [
    text.slice(0, start).trim(),
    heading,
    text.slice(start, end).replace(headings, '').trim(),
    sectionsOf(fragments).trim(),
    text.slice(end).trim(),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
