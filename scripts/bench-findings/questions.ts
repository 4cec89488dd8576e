/** The requests for a tenant, with their time limits. */
import type { Client } from '../../server/testing/world.ts'

export interface Question {
  readonly name: string
  readonly path: string
  /** For 95 of 100, in milliseconds; left out where nothing is promised. */
  readonly aimMs?: number
}

const listMs = 50
const facetsMs = 50
const groupsMs = 80
const overviewMs = 50
const frameworksMs = 50

const day = (at: string): string => at.slice(0, 10)
const inDays = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * 86_400_000).toISOString()

const overviews = [
  'attack-surfaces',
  'categories',
  'compliance-watchlist',
  'findings',
  'findings_severity',
  'providers',
  'providers/count',
  'regions',
  'resource-groups',
  'services',
  'threatscore',
]

/** Questions about the only account of a user's tenant. */
export async function questionsOf(user: Client): Promise<readonly Question[]> {
  const { items } = await user.get('/scans?page[size]=100&sort=-inserted_at')
  const [newest, middle, oldest] = [items[0], items[items.length >> 1], items.at(-1)]
  if (!newest || !middle || !oldest) throw new Error('There are no scans.')
  const ofScan = (id: string): string => `/findings?filter[scan]=${id}`
  const [to, past] = [day(newest.text('inserted_at')), day(middle.text('inserted_at'))]
  const from = day(inDays(to, -29))
  const { count } = await user.get('/findings/latest?page[size]=1')
  const page = (requested: number): number => Math.min(requested, Math.ceil(count / 10))
  return [
    {
      name: 'latest, three filters',
      path: '/findings/latest?filter[severity]=high&filter[status]=FAIL&filter[service]=ec2',
      aimMs: listMs,
    },
    {
      name: 'latest, three others',
      path: '/findings/latest?filter[region]=us-east-1&filter[muted]=false&filter[severity__in]=critical,high',
      aimMs: listMs,
    },
    { name: 'newest scan', path: ofScan(newest.id), aimMs: listMs },
    { name: 'middle scan', path: ofScan(middle.id), aimMs: listMs },
    { name: 'oldest scan', path: ofScan(oldest.id), aimMs: listMs },
    { name: 'middle scan, FAIL', path: `${ofScan(middle.id)}&filter[status]=FAIL`, aimMs: listMs },
    { name: 'facets of the latest', path: '/findings/metadata/latest', aimMs: facetsMs },
    {
      name: 'facets of a scan',
      path: `/findings/metadata?filter[scan]=${middle.id}`,
      aimMs: facetsMs,
    },
    { name: 'groups', path: '/finding-groups/latest', aimMs: groupsMs },
    { name: 'groups, 50 a page', path: '/finding-groups/latest?page[size]=50', aimMs: groupsMs },
    {
      name: 'groups, most resources first',
      path: '/finding-groups/latest?sort=-resources_fail',
      aimMs: groupsMs,
    },
    ...overviews.map((name) => ({
      name: `overview ${name}`,
      path: `/overviews/${name}`,
      aimMs: overviewMs,
    })),
    {
      name: 'overview of severities, 30 days',
      path: `/overviews/findings_severity/timeseries?filter[date_from]=${from}&filter[date_to]=${to}`,
      aimMs: overviewMs,
    },
    {
      name: 'all frameworks',
      path: '/compliance-overviews?filter[provider_type]=aws&page[size]=100',
      aimMs: frameworksMs,
    },
    { name: 'page 1 of 10', path: '/findings/latest?page[size]=10' },
    { name: 'page 900 of 10', path: `/findings/latest?page[size]=10&page[number]=${page(900)}` },
    {
      name: 'offset 90,000',
      path: `/findings/latest?page[size]=10&page[number]=${page(9_001)}`,
      aimMs: listMs,
    },
    { name: 'newest day', path: `/findings?filter[inserted_at]=${to}`, aimMs: listMs },
    { name: 'a past day', path: `/findings?filter[inserted_at]=${past}`, aimMs: listMs },
    { name: 'updated on a day', path: `/findings?filter[updated_at]=${to}`, aimMs: listMs },
    { name: 'resources', path: '/resources/latest' },
    {
      name: '100 findings with resources and scan',
      path: '/findings/latest?page[size]=100&include=resources,scan',
    },
  ]
}
