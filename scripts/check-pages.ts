/** The pages of docs/checks/ by the names of their files. */
import {
  aws,
  type CheckReference,
  checkReferences,
  github,
  kubernetes,
  okta,
  type Provider,
} from '../scanner/index.ts'
import { type Block, checkPage, type Line, markdown } from '../scanner/formats/index.ts'
import { namings, namingsOf } from '../scanner/frameworks/index.ts'

const kinds: readonly (readonly [name: string, provider: Provider<unknown>])[] = [
  ['AWS', aws as Provider<unknown>],
  ['GitHub', github as Provider<unknown>],
  ['Kubernetes', kubernetes as Provider<unknown>],
  ['Okta', okta as Provider<unknown>],
]

interface Documented {
  readonly name: string
  readonly checks: readonly CheckReference[]
}

export async function documentPages(): Promise<ReadonlyMap<string, string>> {
  const documented: Documented[] = []
  const pages: [name: string, text: string][] = []
  for (const [name, provider] of kinds) {
    const checks = await checkReferences(provider)
    const named = await namings(provider.type)
    if (checks.length > 0) documented.push({ name, checks })
    for (const check of checks) {
      const blocks = checkPage(check, namingsOf(named, [check.id, ...check.aliases]))
      pages.push([`${check.id}.md`, markdown(blocks)])
    }
  }
  return new Map([['README.md', markdown(contents(documented))], ...pages])
}

/** By name, the services of a kind with their checks. */
const servicesOf = ({ checks }: Documented) =>
  [...Map.groupBy(checks, ({ service }) => service)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** A table for each service of each kind. */
function contents(documented: readonly Documented[]): readonly Block[] {
  const tables = documented.flatMap((kind): Block[] => [
    { heading: kind.name, level: 2 },
    ...servicesOf(kind).flatMap(([service, those]): Block[] => [
      { heading: service, level: 3 },
      {
        head: ['Check', 'What holds', 'Severity'],
        rows: those
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map(({ id, title, severity }): Line[] => [
            [{ link: `${id}.md`, text: id }],
            [title],
            [severity],
          ]),
      },
    ]),
  ])
  const counts = documented.map(
    (kind) => `${kind.checks.length} checks of ${servicesOf(kind).length} services of ${kind.name}`,
  )
  return [
    { heading: 'Checks', level: 1 },
    {
      line: [
        `${new Intl.ListFormat('en').format(counts)}, a page each. `,
        { code: 'npm run docs:checks' },
        ' writes them from ',
        { code: 'scanner/providers/' },
        ', and ',
        { code: 'npm run check' },
        ' fails while one is old. A server has the pages of the kinds that it scans at ',
        { code: '/api/v1/docs/checks/<id>' },
        '; ',
        { code: 'plumbline explain <finding>' },
        ' shows the values behind a verdict.',
      ],
    },
    ...tables,
  ]
}

/** What is wrong with the files that are there, each as the name of a file and what it is. */
export function pageProblems(
  pages: ReadonlyMap<string, string>,
  written: ReadonlyMap<string, string>,
): readonly string[] {
  return [
    ...[...pages].flatMap(([name, text]) => {
      const there = written.get(name)
      return there === text ? [] : [`${name} is ${there === undefined ? 'missing' : 'old'}.`]
    }),
    ...[...written.keys()]
      .filter((name) => !pages.has(name))
      .map((name) => `${name} is of no check.`),
  ]
}
